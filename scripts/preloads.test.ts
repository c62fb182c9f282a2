import { expect, test } from "vitest";
import type { Rolldown } from "vite";
import { preloadsOf } from "./preloads.ts";

const chunk = (fileName: string, facadeModuleId: string | null, imports: string[] = []) => ({
  type: "chunk",
  fileName,
  facadeModuleId,
  imports,
});

test("a page's code is named with what it imports, without what the entry loads by itself", () => {
  const bundle = Object.fromEntries(
    [
      chunk("main.js", "/root/index.html", ["vendor.js"]),
      chunk("vendor.js", null),
      chunk("app.js", null, ["vendor.js"]),
      chunk("router.js", "/root/src/web/routes/routed-pages.tsx", ["app.js", "main.js"]),
      chunk("layout.js", "/root/src/web/app/shell/app-layout.tsx", ["app.js"]),
      chunk("notes.js", "/root/src/web/routes/notes.tsx", ["app.js"]),
      chunk("grid.js", "/root/src/web/features/calendar/views/grid.tsx"),
      ...["dashboard", "explorer", "editor", "mobile/screens", "planner/calendar", "planner/tasks"].map(
        (screen) => chunk(`${screen}.js`, `/root/src/web/routes/${screen}.tsx`),
      ),
    ].map((output) => [output.fileName, output]),
  ) as unknown as Rolldown.OutputBundle;
  const links = new Map(preloadsOf(bundle, "/root"));
  const of = (...names: string[]) => names.map((name) => `</${name}.js>; rel=modulepreload`).join(", ");
  expect(links.get("/app/notes")).toBe(of("router", "app", "layout", "notes"));
  expect(links.get("/app")).toBe(of("router", "app", "layout"));
  expect(() => preloadsOf({}, "/root")).toThrow("is no screen of the build");
});
