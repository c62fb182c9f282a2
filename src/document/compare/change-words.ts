import type { Mark, Node } from "@tiptap/pm/model";

const LONGEST = 40;

/** "codeBlock" as people say it. */
const spaced = (name: string) => {
  const words = name.replace(/([A-Z])/g, " $1").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** What kind of block it is, in words; new kinds join by their names. */
export function blockWords(node: Node): string {
  const { level } = node.attrs as { level?: unknown };
  return typeof level === "number" ? `${spaced(node.type.name)} ${level}` : spaced(node.type.name);
}

/** In words what became of a block whose text is compared elsewhere; empty when nothing did. */
export function blockChangeWords(before: Node, after: Node): string {
  if (blockWords(before) !== blockWords(after)) return `${blockWords(before)} became ${blockWords(after)}`;
  const names = new Set([...Object.keys(before.attrs), ...Object.keys(after.attrs)]);
  names.delete("id");
  return [...names]
    .filter((name) => JSON.stringify(before.attrs[name]) !== JSON.stringify(after.attrs[name]))
    .map((name) => attributeWords(name, before.attrs[name], after.attrs[name]))
    .join(", ");
}

function attributeWords(name: string, before: unknown, after: unknown): string {
  if (typeof before === "boolean" && typeof after === "boolean")
    return after ? spaced(name) : `Not ${spaced(name).toLowerCase()} any more`;
  return `${spaced(name)} changed from ${shown(before)} to ${shown(after)}`;
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === "") return "none";
  const words = typeof value === "string" ? value : JSON.stringify(value);
  return words.length > LONGEST ? `${words.slice(0, LONGEST)}...` : words;
}

/** In words how text is formatted otherwise. */
export function markWords(before: readonly Mark[], after: readonly Mark[]): string {
  const names = (marks: readonly Mark[]) => new Set(marks.map((mark) => mark.type.name));
  const [was, is] = [names(before), names(after)];
  const words = [
    ...[...is].filter((name) => !was.has(name)).map((name) => `${spaced(name)} added`),
    ...[...was].filter((name) => !is.has(name)).map((name) => `${spaced(name)} removed`),
  ];
  if (words.length > 0) return words.join(", ");
  const changed = [...is].map((name) => `${spaced(name)} changed`);
  return changed.join(", ") || "Formatting changed";
}
