import { expect, test } from "vitest";
import * as Y from "yjs";
import { compareBodies } from "../compare/compare.ts";
import { derive } from "../derive.ts";
import { toHtml } from "../html/html.ts";
import { hunksBetween } from "../hunks/hunks.ts";
import { putHunks } from "../hunks/put-hunks.ts";
import { parseMarkdown } from "../markdown/parse.ts";
import { toMarkdown } from "../markdown/serialize.ts";
import { originOf } from "../marks/origin.ts";
import { repairDocument } from "../repair.ts";
import { readDoc, replaceUpdate, seedUpdate } from "../yjs/yjs.ts";
import { withoutModels } from "./of-models.ts";
import { originOfText, withoutOrigins } from "./origins.ts";
import { withOrigin } from "./with-origin.ts";

const AI = originOf({ kind: "ai", model: "test-model", prompt: "Make it shorter" });
const PASTED = originOf({ kind: "pasted", from: "example.com" });
const body = (markdown: string) => repairDocument(parseMarkdown(markdown).doc);

/** The text with signs around what was not typed: `[ai:words]`. */
function said(doc: ReturnType<typeof body>): string {
  const lines: string[] = [];
  doc.descendants((node) => {
    if (!node.isTextblock) return true;
    const runs: [string, string][] = [];
    for (const child of node.children) {
      const kind = originOfText(child)?.kind ?? "";
      const last = runs.at(-1);
      if (last && last[0] === kind) last[1] += child.text ?? "";
      else runs.push([kind, child.text ?? ""]);
    }
    lines.push(runs.map(([kind, text]) => (kind ? `[${kind}:${text}]` : text)).join(""));
    return false;
  });
  return lines.join("\n");
}

function noteOf(...parts: [string, typeof AI?][]): Y.Doc {
  const content = parts.map(([text, origin]) => {
    const [block] = body(text).children;
    return (origin ? withOrigin(block!, origin) : block!).toJSON();
  });
  const doc = new Y.Doc();
  Y.applyUpdate(doc, seedUpdate({ type: "doc", content }));
  return doc;
}

function rewrite(doc: Y.Doc, markdown: string, origin: typeof AI): void {
  const target = withOrigin(body(markdown), origin, readDoc(doc));
  Y.applyUpdate(doc, replaceUpdate(doc, target.toJSON()));
}

test("whoever writes a text anew is said to have written the words that came, and no others", () => {
  const doc = noteOf(["The quick fox jumps", undefined], ["A sentence from a page", PASTED]);
  rewrite(doc, "The quick and clever fox jumps\n\nA sentence from a page, improved\n\nA new one", AI);
  expect(said(readDoc(doc))).toBe(
    "The quick [ai:and clever ]fox jumps\n[pasted:A sentence from a page][ai:, improved]\n[ai:A new one]",
  );
});

test("a paragraph that moves takes along where it came from", () => {
  const doc = noteOf(["One", undefined], ["Two, with **bold** words", PASTED], ["Three", undefined]);
  rewrite(doc, "Three\n\nTwo, with **bold** words\n\nNew\n\nOne", AI);
  expect(said(readDoc(doc))).toBe("Three\n[pasted:Two, with bold words]\n[ai:New]\nOne");
});

test("a person who moves a paragraph of a model has not written it", () => {
  const doc = noteOf(["One", undefined], ["Two of a model", AI], ["Three", undefined]);
  const target = withOrigin(body("Two of a model\n\nThree\n\nMine\n\nOne"), undefined, readDoc(doc));
  Y.applyUpdate(doc, replaceUpdate(doc, target.toJSON()));
  expect(said(readDoc(doc))).toBe("[ai:Two of a model]\nThree\nMine\nOne");
});

test("a text that comes back as it was is not changed by a byte", () => {
  const doc = noteOf(["Typed **words**", undefined], ["From *somewhere* else", PASTED]);
  const target = withOrigin(body(toMarkdown(readDoc(doc))), AI);
  const update = replaceUpdate(doc, target.toJSON());
  expect(update).toEqual(Y.encodeStateAsUpdate(new Y.Doc()));
});

test("an accepted part of a changeset says which model wrote it, and undoing it leaves no trace", () => {
  const doc = noteOf(["Keep this one", undefined], ["Rewrite this one", undefined]);
  const before = readDoc(doc);
  const after = withOrigin(body("Keep this one\n\nRewrite every one\n\nAnd one more"), AI, before);
  const hunks = hunksBetween(before, after);
  Y.applyUpdate(doc, putHunks(doc, hunks, "apply").update);
  expect(said(readDoc(doc))).toBe("Keep this one\nRewrite [ai:every] one\n[ai:And one more]");
  Y.applyUpdate(doc, putHunks(doc, hunks, "undo").update);
  expect(said(readDoc(doc))).toBe("Keep this one\nRewrite this one");
});

test("two people who write at once in a pasted text keep its origin and their own words", () => {
  const doc = noteOf(["one two three", PASTED]);
  const other = new Y.Doc();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
  rewrite(doc, "one AAA two three", AI);
  const target = body("one two BBB three");
  Y.applyUpdate(other, replaceUpdate(other, target.toJSON()));
  const [mine, theirs] = [Y.encodeStateAsUpdate(doc), Y.encodeStateAsUpdate(other)];
  Y.applyUpdate(doc, theirs);
  Y.applyUpdate(other, mine);
  expect(said(readDoc(doc))).toBe("[pasted:one ][ai:AAA ][pasted:two ]BBB [pasted:three]");
  expect(said(readDoc(other))).toBe(said(readDoc(doc)));
});

test("nothing that is written of a note tells where its words came from, or is cut by it", () => {
  const markdown = "Some **bold words** and a [link](https://example.org/), 1\\. no list, snake\\_case";
  const plain = body(markdown);
  const [paragraph] = plain.children;
  // Every letter another origin: whatever splits texts shows.
  let marked = paragraph!;
  for (let at = 0; at < 40; at += 2) {
    const piece = withOrigin(
      marked.cut(at, at + 1),
      originOf({ kind: "pasted", from: `site-${at}.example` }),
    );
    marked = marked.replace(at, at + 1, piece.slice(0));
  }
  const doc = plain.copy(plain.content.replaceChild(0, marked));
  expect(said(doc)).toContain("[pasted:");
  expect(toMarkdown(doc)).toBe(toMarkdown(plain));
  expect(toHtml(doc)).toBe(toHtml(plain));
  expect(withoutOrigins(doc).eq(plain)).toBe(true);
  const stateOf = (node: typeof doc) => seedUpdate(node.toJSON(), () => "aaaaaaaaaa");
  const derived = derive(stateOf(doc));
  const same = derive(stateOf(plain));
  expect(derived).toEqual(same);
});

test("two versions that differ only in where words came from do not differ", () => {
  const plain = body("A sentence that stays");
  expect(compareBodies(plain, withOrigin(plain, AI)).changes).toEqual([]);
  const later = withOrigin(body("A sentence that really stays"), AI);
  expect(compareBodies(plain, later).changes).toEqual([
    expect.objectContaining({ kind: "inserted", level: "text" }),
  ]);
});

test("what people wrote is what is left without the text of models", () => {
  const doc = readDoc(noteOf(["Mine", undefined], ["Theirs", PASTED], ["The machine's", AI]));
  expect(withoutModels(doc).textContent).toBe("MineTheirs");
});

test("origins from anywhere are made short, clean and known, or dropped", () => {
  const text = (attrs: unknown) => ({
    type: "doc",
    content: [
      { type: "paragraph", content: [{ type: "text", text: "x", marks: [{ type: "origin", attrs }] }] },
    ],
  });
  const read = (attrs: unknown) => originOfText(repairDocument(text(attrs)).firstChild!.firstChild!);
  expect(read({ kind: "typed" })).toBeNull();
  expect(read(null)).toBeNull();
  expect(read({ kind: "ai", model: "m\u0000\n x", prompt: "p".repeat(500), from: 7, other: 1 })).toEqual({
    kind: "ai",
    model: expect.stringMatching(/^m\s*x$/),
    prompt: "p".repeat(200),
    from: null,
  });
});
