import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findBareWords, findCommandsInSentenceCase, findMessages } from "./messages.ts";

/** A repository with these files of the web app. */
function treeOf(files: Record<string, string>): string {
  const tree = mkdtempSync(join(tmpdir(), "messages-"));
  onTestFinished(() => rmSync(tree, { recursive: true }));
  for (const [file, code] of Object.entries(files)) {
    mkdirSync(join(tree, "src/web", file, ".."), { recursive: true });
    writeFileSync(join(tree, "src/web", file), code);
  }
  return tree;
}

test("words that people read are found wherever they miss the message function", () => {
  const tree = treeOf({
    "planted.tsx": `// é
const part = (
  <p title="Close" className="flex p-2" data-kind="Note">
    Hello {name}
    {isOpen ? t("Open") : "Shut"}
    {isNew && \`\${count} new\`}
    <Field label={t("Name")} hint={"Yours" + name} />
  </p>
);
`,
    "actions.ts": `const action = { id: "Some id", title: () => (isOn ? "Turn off" : t("Turn on")), group: "Note" };
toast.error("It failed");
toast.success(t("Done"), { title: plural(2, { one: "One thing", other: "{count} things" }) });
`,
    "site/legal.tsx": "const prose = <p>What we keep</p>;\n",
  });
  expect(findBareWords(tree).map((line) => line.replace(/ is shown without.*/, ""))).toEqual([
    'src/web/actions.ts:1: "Turn off"',
    'src/web/actions.ts:2: "It failed"',
    'src/web/planted.tsx:4: "Hello"',
    'src/web/planted.tsx:5: "Shut"',
    'src/web/planted.tsx:6: "… new"',
    'src/web/planted.tsx:3: "Close"',
    'src/web/planted.tsx:7: "Yours"',
  ]);
});

test("all messages are listed once, a plural by its form for many", () => {
  const tree = treeOf({
    "a.ts": `t("Save {name}", { name }); t(isOn ? "On" : "Off"); plural(2, { one: "{count} note", other: "{count} notes" });`,
    "b.tsx": `const b = <p>{rich("Press <b>Save</b>", parts)} {t("On")} {sort("Other")}</p>;`,
  });
  expect(findMessages(tree)).toEqual(["Off", "On", "Press <b>Save</b>", "Save {name}", "{count} notes"]);
});

test("commands of menus are in Title Case; screens, formats and filters are not commands", () => {
  const tree = treeOf({
    "actions.ts": `const actions = [
  { id: "a", title: () => (isOn ? t("Turn off it") : t("Turn On It")), group: "View" },
  { id: "b", title: plural(2, { one: "Move To...", other: "Move {count} notes to..." }), group: "Note" },
  { id: "c", title: t("Open in a New Tab"), group: "Note" },
  { id: "d", title: t("Task list"), group: "Text" },
  { id: "e", title: t("Shared with me"), group: "Go to" },
];
`,
    "menu.tsx": `const items = (
  <>
    <MenuItem onSelect={() => t("not shown")}>{t("Copy link")}</MenuItem>
    <MenuItem>{t("With open tasks")}</MenuItem>
  </>
);
`,
  });
  expect(findCommandsInSentenceCase(tree).map((line) => line.replace(/ is a command.*/, ""))).toEqual([
    'src/web/actions.ts:2: "Turn off it"',
    'src/web/actions.ts:3: "Move {count} notes to..."',
    'src/web/menu.tsx:3: "Copy link"',
  ]);
});
