import { expect, test } from "vitest";
import type { Rolldown } from "vite";
import { preloadsOf } from "./preloads.ts";

const chunk = (
  fileName: string,
  facadeModuleId: string | null,
  imports: string[] = [],
  within: string[] = [],
) => ({
  type: "chunk",
  fileName,
  facadeModuleId,
  moduleIds: within.map((path) => `/root/src/web/${path}`),
  imports,
});

test("a page's code is named with what it imports, without what the entry loads by itself", () => {
  const bundle = Object.fromEntries(
    [
      chunk("pages.js", null, ["vendor.js"], ["main.tsx"]),
      chunk("vendor.js", null),
      chunk("app.js", null, ["vendor.js", "pages.js"], ["routes/routed-pages.tsx"]),
      chunk("desktop.js", null, ["app.js"], ["app/shell/app-layout.tsx", "routes/dashboard.tsx"]),
      chunk("notes.js", "/root/src/web/routes/notes.tsx", ["app.js", "small.js"]),
      chunk("small.js", null),
      chunk("grid.js", "/root/src/web/features/calendar/views/grid.tsx"),
      ...["explorer", "editor", "planner/calendar", "planner/tasks"].map((screen) =>
        chunk(`${screen}.js`, `/root/src/web/routes/${screen}.tsx`),
      ),
      ...["screens", "notes", "editor"].map((screen) =>
        chunk(`mobile/${screen}.js`, `/root/src/web/routes/mobile/${screen}.tsx`),
      ),
    ].map((output) => [output.fileName, output]),
  ) as unknown as Rolldown.OutputBundle;
  const links = new Map(preloadsOf(bundle, "/root"));
  const of = (...names: string[]) => names.map((name) => `</${name}.js>; rel=modulepreload`).join(", ");
  expect(links.get("/app/notes")).toBe(of("app", "desktop", "notes", "small"));
  expect(links.get("/app")).toBe(of("app", "desktop"));
  expect(links.get("/app/dashboard")).toBe(of("app", "desktop"));
  expect(links.get("/mobile/notes")).toBe(of("app", "mobile/screens", "mobile/notes"));
  expect(() => preloadsOf({}, "/root")).toThrow("is no screen of the build");
});
