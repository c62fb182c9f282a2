import { expect, test } from "vitest";
import { measure, type Manifest } from "./budgets.ts";

const MANIFEST: Manifest = {
  "index.html": { file: "main.js", imports: ["_vendor.js"] },
  "_vendor.js": { file: "vendor.js" },
  "_shared.js": { file: "shared.js", imports: ["_vendor.js"] },
  "src/web/site/site.ts": { file: "site.js", isEntry: true },
  "src/web/site/contact-island.tsx": { file: "contact.js", imports: ["_vendor.js"], isEntry: true },
  "src/web/routes/login.tsx": { file: "login.js", isDynamicEntry: true },
  "src/web/routes/routed-pages.tsx": { file: "router.js", imports: ["index.html"], isDynamicEntry: true },
  "src/web/app/shell/app-layout.tsx": { file: "layout.js", imports: ["_shared.js"], isDynamicEntry: true },
  "src/web/routes/dashboard.tsx": { file: "dashboard.js", isDynamicEntry: true },
  "src/web/routes/mobile/screens.tsx": { file: "mobile.js", imports: ["_shared.js"], isDynamicEntry: true },
  "src/web/routes/explorer.tsx": { file: "explorer.js", imports: ["_shared.js"], isDynamicEntry: true },
  "src/web/routes/editor.tsx": { file: "editor.js", isDynamicEntry: true },
  "src/document/yjs/yjs.ts": { file: "yjs.js", imports: ["index.html"], isDynamicEntry: true },
};

test("each page is weighed with what it loads beyond what is already there", () => {
  const sizes = new Map(
    [
      "main",
      "vendor",
      "shared",
      "login",
      "layout",
      "dashboard",
      "explorer",
      "editor",
      "yjs",
      "site",
      "contact",
      "mobile",
      "router",
    ].map((name, index) => [`${name}.js`, 1000 * 2 ** index]),
  );
  expect(measure(MANIFEST, (file) => sizes.get(file) ?? 0)).toEqual([
    { name: "public page src/web/site/site.ts", kilobytes: 512, limit: 110 },
    { name: "public page src/web/site/contact-island.tsx", kilobytes: 512 + 1024 + 2, limit: 110 },
    { name: "public page src/web/routes/login.tsx", kilobytes: 1 + 2 + 8, limit: 110 },
    { name: "app shell with dashboard", kilobytes: 1 + 2 + 4 + 16 + 32 + 4096, limit: 208 },
    { name: "mobile shell with dashboard", kilobytes: 1 + 2 + 4 + 2048 + 4096, limit: 208 },
    { name: "route src/web/routes/mobile/screens.tsx", kilobytes: 2048, limit: 64 },
    { name: "route src/web/routes/explorer.tsx", kilobytes: 64, limit: 64 },
    { name: "route src/web/routes/editor.tsx", kilobytes: 128, limit: 260 },
    { name: "route src/document/yjs/yjs.ts", kilobytes: 256, limit: 260 },
  ]);
});
