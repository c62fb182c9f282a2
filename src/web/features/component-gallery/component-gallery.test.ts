import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ui = join(import.meta.dirname, "../../ui");
const shown = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".tsx"))
  .map((name) => readFileSync(join(import.meta.dirname, name), "utf8"))
  .join("\n");

/** Shown by what is made of them: menus and dialogs; the frame's own toaster. */
const SHOWN_OTHERWISE = new Map([
  ["overlay-parts.tsx", "menu.tsx"],
  ["tooltip-host.tsx", "tooltip.tsx"],
  ["toaster.tsx", "toast-store.ts"],
]);

/** Draws what it is given. */
const NOTHING_OF_ITS_OWN = new Set(["deferred.tsx"]);

const files = readdirSync(ui).filter(
  (name) => name.endsWith(".tsx") && !name.endsWith(".test.tsx") && !NOTHING_OF_ITS_OWN.has(name),
);

test.each(files)("the gallery shows what %s holds", (name) => {
  const imported = SHOWN_OTHERWISE.get(name) ?? name;
  expect(shown).toContain(`ui/${imported}"`);
  if (imported !== name) return;
  const components = [...readFileSync(join(ui, name), "utf8").matchAll(/^export function ([A-Z]\w*)/gm)].map(
    ([, component]) => component!,
  );
  expect(components.filter((component) => !shown.includes(`<${component}`))).toEqual([]);
});
