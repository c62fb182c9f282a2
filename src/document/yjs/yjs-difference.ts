import type { JSONContent } from "@tiptap/core";
import { Node } from "@tiptap/pm/model";
import * as Y from "yjs";
import type { Comparison } from "../alignment.ts";
import { align } from "../alignment.ts";
import { cleanAttributes } from "../attributes.ts";
import { hasBlockId, isBlockId } from "../block-id-attribute.ts";
import type { CreateId } from "../block-id.ts";
import { assignIds } from "../block-id.ts";
import { unknownAsRaw } from "../repair.ts";
import { schema } from "../schema.ts";
import { commonEnd, commonStart } from "../compare/text-difference.ts";
import { elementFromYjs, groupTexts, groupToYjs, textsFromYjs } from "./yjs-nodes.ts";
import { replaceText } from "./yjs-text.ts";

/** Two blocks whose texts share less than this are not one block rewritten. */
const LIKENESS_MIN = 0.3;

/** One child of a Yjs element, seen as the schema would show it. */
interface Current {
  y: unknown;
  /** "#text" for the texts of a paragraph. */
  type: string;
  id: string | null;
  /** Equal for equal content, ids aside. */
  signature: string;
  text: string;
}

interface Wanted extends Omit<Current, "y"> {
  group: Node | Node[];
}

/** Makes the children of a Yjs element those of the node, touching only what differs. */
export function replaceChildren(parent: Y.XmlFragment, target: Node, createId: CreateId): void {
  replaceAt(parent, target, createId, new Set(), 1);
}

function replaceAt(
  parent: Y.XmlFragment,
  target: Node,
  createId: CreateId,
  ids: Set<string>,
  depth: number,
): void {
  const current = parent.toArray().map((child: unknown) => currentOf(child, depth));
  const wanted = groupTexts(target.children).map(wantedOf);
  const pairs = align(current, wanted, comparison(current, wanted));
  const keptAt = new Map(pairs.map(([from, to]) => [to, from]));
  const kept = new Set(pairs.map(([from]) => from));

  for (let index = current.length - 1; index >= 0; index--) if (!kept.has(index)) parent.delete(index, 1);
  wanted.forEach((want, index) => {
    const was = current[keptAt.get(index) ?? -1];
    if (was === undefined) parent.insert(index, [groupToYjs(withIds(want.group, createId, ids))]);
    else replaceOne(was, want, createId, ids, depth);
  });
}

function replaceOne(was: Current, want: Wanted, createId: CreateId, ids: Set<string>, depth: number): void {
  if (was.y instanceof Y.XmlText && Array.isArray(want.group)) {
    if (was.signature !== want.signature) replaceText(was.y, want.group);
    return;
  }
  if (!(was.y instanceof Y.XmlElement) || Array.isArray(want.group)) return;
  replaceId(was.y, was.id, want, createId, ids);
  if (was.signature === want.signature) return;
  replaceAttributes(was.y, want.group);
  replaceAt(was.y, want.group, createId, ids, depth + 1);
}

/** A block keeps its id; one that never had any, or has another's, gets its own. */
function replaceId(
  y: Y.XmlElement,
  id: string | null,
  want: Wanted,
  createId: CreateId,
  ids: Set<string>,
): void {
  if (!hasBlockId(want.type)) return;
  let next = want.id ?? id;
  while (next === null || ids.has(next)) next = createId();
  ids.add(next);
  if (next !== id) y.setAttribute("id", next);
}

function replaceAttributes(y: Y.XmlElement, node: Node): void {
  for (const [name, value] of Object.entries(node.attrs)) {
    if (name === "id") continue;
    const now: unknown = y.getAttribute(name);
    if (value === null || value === undefined) {
      if (now !== undefined) y.removeAttribute(name);
    } else if (JSON.stringify(now) !== JSON.stringify(value)) {
      y.setAttribute(name, value as string);
    }
  }
}

function withIds(group: Node | Node[], createId: CreateId, ids: Set<string>): Node | Node[] {
  if (Array.isArray(group)) return group;
  const unused = () => {
    let id = createId();
    while (ids.has(id)) id = createId();
    return id;
  };
  const json = assignIds(group.toJSON() as JSONContent, unused, ids);
  return Node.fromJSON(schema, json);
}

function currentOf(y: unknown, depth: number): Current {
  if (y instanceof Y.XmlText) return { y, ...textFacts(textsFromYjs(y)) };
  if (!(y instanceof Y.XmlElement)) return { y, type: "#other", id: null, signature: "", text: "" };
  const read = elementFromYjs(y, depth);
  const json = Object.hasOwn(schema.nodes, y.nodeName) ? read : unknownAsRaw(read);
  return { y, ...blockFacts(json) };
}

function wantedOf(group: Node | Node[]): Wanted {
  if (Array.isArray(group)) return { group, ...textFacts(group.map((node) => node.toJSON() as JSONContent)) };
  return { group, ...blockFacts(group.toJSON() as JSONContent) };
}

function textFacts(nodes: JSONContent[]) {
  const signature = JSON.stringify(signaturesOf(nodes));
  return { type: "#text", id: null, signature, text: nodes.map((node) => node.text ?? "").join("") };
}

function blockFacts(json: JSONContent) {
  const id = isBlockId(json.attrs?.id) ? json.attrs.id : null;
  return { type: json.type ?? "", id, signature: JSON.stringify(signatureOf(json)), text: plain(json) };
}

/** The content of a node without ids and origins, and with what is only a default left out. */
function signatureOf(json: JSONContent): unknown {
  if (json.type === "text") {
    const marks = (json.marks ?? []).toSorted((a, b) => a.type.localeCompare(b.type));
    const shown = marks.filter(({ type }) => type !== "origin");
    return [json.text, shown.map((mark) => [mark.type, cleanAttributes(mark.type, mark.attrs)])];
  }
  const { id: _, ...attrs } = cleanAttributes(json.type ?? "", json.attrs);
  return [json.type, attrs, signaturesOf(json.content ?? [])];
}

/** How words came about is no difference between them: texts that nothing else tells apart are one. */
function signaturesOf(nodes: readonly JSONContent[]): unknown[] {
  const signatures: unknown[] = [];
  let open: { text: string; marks: string } | null = null;
  for (const node of nodes) {
    const signature = signatureOf(node);
    const [text, marks] = node.type === "text" ? (signature as [string, unknown]) : ["", null];
    const key = JSON.stringify(marks);
    if (open !== null && node.type === "text" && open.marks === key) {
      open.text += text;
      signatures[signatures.length - 1] = [open.text, marks];
    } else {
      signatures.push(signature);
      open = node.type === "text" ? { text, marks: key } : null;
    }
  }
  return signatures;
}

function plain(json: JSONContent): string {
  if (json.type === "text") return json.text ?? "";
  if (typeof json.attrs?.source === "string") return json.attrs.source;
  return (json.content ?? []).map(plain).join("");
}

function comparison(current: readonly Current[], wanted: readonly Wanted[]): Comparison<Current, Wanted> {
  const isOnlyPair = current.length === 1 && wanted.length === 1;
  return {
    oldKeys: [(block) => block.id, (block) => block.signature],
    newKeys: [(block) => block.id, (block) => block.signature],
    likeness(was, want) {
      const isSameKind =
        was.y instanceof Y.XmlElement ? was.y.nodeName === want.type : was.type === want.type;
      if (was.signature === want.signature && (isSameKind || was.type === want.type))
        return idsAgree(was, want) ? 1 : 0;
      if (!isSameKind || !idsAgree(was, want)) return 0;
      if (was.id !== null && was.id === want.id) return 1;
      const likeness = textLikeness(was.text, want.text);
      return likeness >= LIKENESS_MIN || isOnlyPair || was.type === "#text" ? Math.max(likeness, 0.01) : 0;
    },
  };
}

const idsAgree = (was: Current, want: Wanted) => was.id === null || want.id === null || was.id === want.id;

function textLikeness(a: string, b: string): number {
  const longer = Math.max(a.length, b.length);
  if (longer === 0) return 1;
  const start = commonStart(a, b);
  return (start + commonEnd(a.slice(start), b.slice(start))) / longer;
}
