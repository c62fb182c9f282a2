import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as Y from "yjs";
import { FRAGMENT } from "#document/schema-version.ts";
import { schema } from "#document/schema.ts";
import { buildNextRelease } from "../e2e/next-release.ts";

/** Without them nothing is a document, in any release. */
const ALWAYS = ["doc", "text"];

/** Of each node and mark of the schema the next release has a second one, which this release has never heard of. */
const NEXT_TYPES = `import type { AnyExtension, Extensions } from "@tiptap/core";

const PARTS = /\\b(listItem|taskItem|tableRow|tableCell|tableHeader|toggleSummary|column)\\b/g;
const nothing = () => [];

export function withNext(present: Extensions): Extensions {
  const typed = present.filter((one) => one.type !== "extension" && !${JSON.stringify(ALWAYS)}.includes(one.name));
  return [...typed.map(next), ...present.map((one) => (one.type === "node" ? one.extend(widened(one)) : one))];
}

function widened(one: AnyExtension) {
  const own = one.config.content;
  if (own === undefined) return {};
  return {
    content(this: never) {
      const expression = typeof own === "function" ? own.call(this) : own;
      return expression.replace(PARTS, "($1 | $1Next)");
    },
  };
}

function next(one: AnyExtension): AnyExtension {
  return one.extend({
    ...(one.type === "node" ? widened(one) : {}),
    name: one.name + "Next",
    tableRole: null,
    linebreakReplacement: false,
    parseHTML: nothing,
    addCommands: () => ({}),
    addKeyboardShortcuts: () => ({}),
    addInputRules: nothing,
    addPasteRules: nothing,
    addProseMirrorPlugins: nothing,
    addExtensions: nothing,
    addNodeView: () => null,
  });
}
`;

/** The next release, with a new type beside each that there is. */
export function buildReleaseWithNewTypes(): Promise<{ root: string; dispose: () => Promise<void> }> {
  return buildNextRelease(async (root, edit) => {
    await writeFile(join(root, "src/document/next-types.ts"), NEXT_TYPES);
    await edit("src/document/schema.ts", [
      [/^export const extensions: Extensions = \[/m, () => "const present: Extensions = ["],
      [
        /^export const schema = /m,
        () => "export const extensions: Extensions = withNext(present);\n\nexport const schema = ",
      ],
      [/^import \{ NODES \}/m, () => `import { withNext } from "./next-types.ts";\nimport { NODES }`],
    ]);
  });
}

/** Every node and mark that the next release doubles. */
export const NEXT_NAMES = [...Object.keys(schema.nodes), ...Object.keys(schema.marks)].filter(
  (name) => !ALWAYS.includes(name),
);

/** Adds one of each new type to a note, in a block of its own. */
export function addNewTypes(doc: Y.Doc): void {
  const fragment = doc.getXmlFragment(FRAGMENT);
  for (const name of NEXT_NAMES) fragment.push([blockWith(name)]);
}

/** How many of the new types are in a note, by name. */
export function missingTypes(doc: Y.Doc): string[] {
  const found = new Set<string>();
  const look = (parent: Y.XmlFragment | Y.XmlElement) => {
    for (const child of parent.toArray()) {
      if (child instanceof Y.XmlElement) {
        found.add(child.nodeName);
        look(child);
      } else if (child instanceof Y.XmlText)
        for (const { attributes } of child.toDelta() as { attributes?: Record<string, unknown> }[])
          for (const mark of Object.keys(attributes ?? {})) found.add(mark.split("--")[0]!);
    }
  };
  look(doc.getXmlFragment(FRAGMENT));
  return NEXT_NAMES.filter((name) => !found.has(`${name}Next`));
}

/** What stands around a type that cannot stand alone. */
const AROUND: Record<string, string[]> = {
  listItem: ["bulletList"],
  taskItem: ["taskList"],
  tableRow: ["table"],
  tableCell: ["table", "tableRow"],
  tableHeader: ["table", "tableRow"],
  toggleSummary: ["toggle"],
  column: ["columns"],
};
/** What a type must hold, from the outside to the text. */
const INSIDE: Record<string, string[]> = {
  blockquote: ["paragraph"],
  bulletList: ["listItem", "paragraph"],
  orderedList: ["listItem", "paragraph"],
  taskList: ["taskItem", "paragraph"],
  listItem: ["paragraph"],
  taskItem: ["paragraph"],
  table: ["tableRow", "tableCell", "paragraph"],
  tableRow: ["tableCell", "paragraph"],
  tableCell: ["paragraph"],
  tableHeader: ["paragraph"],
  callout: ["paragraph"],
  toggle: ["toggleSummary"],
  columns: ["column", "paragraph"],
  column: ["paragraph"],
};

function blockWith(name: string): Y.XmlElement {
  const mark = schema.marks[name];
  if (mark) {
    const text = new Y.XmlText();
    const attributes = name === "link" ? { href: "https://example.com" } : {};
    text.insert(0, `token-${name}`, { [`${name}Next`]: attributes });
    return around("paragraph", text);
  }
  const type = schema.nodes[name]!;
  const path = [
    ...(AROUND[name] ?? (type.isInline ? ["paragraph"] : [])),
    `${name}Next`,
    ...(INSIDE[name] ?? []),
  ];
  const text = new Y.XmlText(`token-${name}`);
  const [innermost = ""] = path.slice(-1);
  const isLeaf = type.isLeaf && innermost === `${name}Next`;
  let inner = isLeaf ? new Y.XmlElement(innermost) : around(innermost, text);
  for (const parent of path.slice(0, -1).toReversed()) inner = around(parent, inner);
  return inner;
}

function around(name: string, child: Y.XmlElement | Y.XmlText): Y.XmlElement {
  const element = new Y.XmlElement(name);
  element.insert(0, [child]);
  return element;
}
