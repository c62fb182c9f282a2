import { expect, test } from "vitest";
import { measure, tooManyFiles, type Manifest } from "./budgets.ts";

const MANIFEST: Manifest = {
  "index.html": { file: "main.js", imports: ["_pages.js"], isEntry: true },
  "_pages.js": { file: "pages.js", name: "pages", imports: ["_vendor.js"] },
  "_vendor.js": { file: "vendor.js" },
  "_shared.js": { file: "shared.js", imports: ["_vendor.js"] },
  "_app.js": { file: "app.js", name: "app", imports: ["_pages.js"] },
  "_desktop.js": { file: "desktop.js", name: "desktop", imports: ["_shared.js"] },
  "_phone.js": { file: "phone.js", name: "phone", imports: ["_shared.js"] },
  "_lists.js": { file: "lists.js", name: "lists", imports: ["_shared.js"] },
  "_chrome.js": { file: "chrome.js", name: "chrome", imports: ["_app.js"] },
  "_later.js": { file: "later.js", name: "later", imports: ["_chrome.js"] },
  "_editor.js": { file: "note.js", name: "editor", imports: ["_app.js"] },
  "src/web/site/site.ts": { file: "site.js", isEntry: true },
  "src/web/site/contact-island.tsx": { file: "contact.js", imports: ["_vendor.js"], isEntry: true },
  "src/web/routes/login.tsx": { file: "login.js", isDynamicEntry: true },
  "src/web/routes/explorer.tsx": { file: "explorer.js", imports: ["_shared.js"], isDynamicEntry: true },
  "src/web/routes/editor.tsx": { file: "editor.js", imports: ["_editor.js"], isDynamicEntry: true },
};

test("each page is weighed with what it loads beyond what is already there", () => {
  const files = [
    ...["pages", "vendor", "shared", "app", "desktop", "phone", "lists", "chrome", "later", "note"],
    ...["site", "contact", "login", "explorer", "editor", "main"],
  ];
  const sizes = new Map(files.map((name, index) => [`${name}.js`, 1000 * 2 ** index]));
  expect(measure(MANIFEST, (file) => sizes.get(file) ?? 0)).toEqual([
    { name: "public page src/web/site/site.ts", kilobytes: 1024, limit: 110 },
    { name: "public page src/web/site/contact-island.tsx", kilobytes: 1024 + 2048 + 2, limit: 110 },
    { name: "public page src/web/routes/login.tsx", kilobytes: 1 + 2 + 4096 + 32_768, limit: 110 },
    { name: "app shell with dashboard", kilobytes: 1 + 2 + 4 + 8 + 16 + 32_768, limit: 208 },
    { name: "mobile shell with dashboard", kilobytes: 1 + 2 + 4 + 8 + 32 + 32_768, limit: 208 },
    { name: "route src/web/routes/explorer.tsx", kilobytes: 8192, limit: 64 },
    { name: "route src/web/routes/editor.tsx", kilobytes: 512 + 16_384, limit: 260 },
    { name: "route _lists.js", kilobytes: 64, limit: 64 },
    { name: "route _chrome.js", kilobytes: 128, limit: 64 },
    { name: "route _later.js", kilobytes: 128 + 256, limit: 64 },
  ]);
});

test("a file that the budgets name and the build lacks is told, since it would weigh nothing", () => {
  const { "_desktop.js": desktop, ...rest } = MANIFEST;
  expect(desktop).toBeDefined();
  expect(() => measure(rest, () => 0)).toThrow("The build has no file desktop");
});

test("a first screen that needs more than eight files is named", () => {
  expect(tooManyFiles(MANIFEST)).toEqual([]);
  const more = ["one", "two", "three"].map((name) => [`_${name}.js`, { file: `${name}.js` }] as const);
  const phone = { file: "phone.js", name: "phone", imports: more.map(([key]) => key) };
  expect(tooManyFiles({ ...MANIFEST, ...Object.fromEntries(more), "_phone.js": phone })).toEqual([]);
  phone.imports.push("_shared.js", "_lists.js");
  expect(tooManyFiles({ ...MANIFEST, ...Object.fromEntries(more), "_phone.js": phone })).toEqual([
    "index.html, app, phone: 10 files, allowed are 8",
  ]);
});
