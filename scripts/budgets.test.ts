import { expect, test } from "vitest";
import { measure, type Manifest } from "./budgets.ts";

const MANIFEST: Manifest = {
  "index.html": { file: "main.js", imports: ["_vendor.js"] },
  "_vendor.js": { file: "vendor.js" },
  "_shared.js": { file: "shared.js", imports: ["_vendor.js"] },
  "src/web/routes/landing.tsx": { file: "landing.js", isDynamicEntry: true },
  "src/web/routes/app-layout.tsx": { file: "layout.js", imports: ["_shared.js"], isDynamicEntry: true },
  "src/web/routes/dashboard.tsx": { file: "dashboard.js", isDynamicEntry: true },
  "src/web/routes/notes.tsx": { file: "notes.js", imports: ["_shared.js"], isDynamicEntry: true },
  "src/web/routes/editor.tsx": { file: "editor.js", isDynamicEntry: true },
  "src/web/editor/text-editor.tsx": { file: "text.js", imports: ["index.html"], isDynamicEntry: true },
};

test("each page is weighed with what it loads beyond what is already there", () => {
  const sizes = new Map(
    ["main", "vendor", "shared", "landing", "layout", "dashboard", "notes", "editor", "text"].map(
      (name, index) => [`${name}.js`, 1000 * 2 ** index],
    ),
  );
  expect(measure(MANIFEST, (file) => sizes.get(file) ?? 0)).toEqual([
    { name: "public page src/web/routes/landing.tsx", kilobytes: 1 + 2 + 8, limit: 110 },
    { name: "app shell with dashboard", kilobytes: 1 + 2 + 4 + 16 + 32, limit: 200 },
    { name: "editor", kilobytes: 128 + 256, limit: 260 },
    { name: "route src/web/routes/notes.tsx", kilobytes: 64, limit: 60 },
  ]);
});
