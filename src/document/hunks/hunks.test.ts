import type { JSONContent } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { seed } from "#testing/run-seed.ts";
import { assignIds } from "../block-id.ts";
import { parseMarkdown } from "../markdown/parse.ts";
import { toMarkdown } from "../markdown/serialize.ts";
import { repairDocument } from "../repair.ts";
import { applyHunks, hunksBetween, undoHunks } from "./hunks.ts";

const runs = Number(process.env.TEST_RUNS ?? 150);
console.info(`hunks: CAIRN_SEED=${seed}`);

const bodyOf = (markdown: string): Node => repairDocument(assignIds(parseMarkdown(markdown).doc));
const targetOf = (markdown: string): Node => repairDocument(parseMarkdown(markdown).doc);

/** What somebody does to a body in an editor: texts with ids that stay. */
function edited(body: Node, edit: (blocks: JSONContent[]) => void): Node {
  const json = structuredClone(body.toJSON()) as JSONContent;
  json.content ??= [];
  edit(json.content);
  return repairDocument(assignIds(json));
}

const paragraph = (text: string): JSONContent => ({ type: "paragraph", content: [{ type: "text", text }] });

const BASE = "# Roof\n\nThe roof leaks.\n\n- buy slate\n- call Ann\n\nPaid in May.\n";

test("a change is cut into its parts, each of which is taken or left", () => {
  const base = bodyOf(BASE);
  const hunks = hunksBetween(
    base,
    targetOf(
      "# The roof\n\nThe roof leaks badly.\n\nIt rained.\n\n- buy slate\n- call Ann\n- ask Ben\n\nPaid in May.\n",
    ),
  );
  expect(hunks.map(({ before, after }) => [before.length, after.length])).toEqual([
    [1, 1],
    [1, 2],
    [1, 1],
  ]);
  const { doc, isApplied } = applyHunks(base, [hunks[0]!, hunks[2]!]);
  expect(isApplied).toEqual([true, true]);
  expect(toMarkdown(doc)).toBe(
    "# The roof\n\nThe roof leaks.\n\n- buy slate\n- call Ann\n- ask Ben\n\nPaid in May.\n",
  );
});

test("a part whose block was changed since is left out, the others come", () => {
  const base = bodyOf(BASE);
  const hunks = hunksBetween(base, targetOf(BASE.replace("leaks", "drips").replace("May", "June")));
  const meanwhile = edited(base, (blocks) => {
    blocks[1]!.content![0]!.text = "The roof leaks at night.";
  });
  const { doc, isApplied } = applyHunks(meanwhile, hunks);
  expect(isApplied).toEqual([false, true]);
  expect(toMarkdown(doc)).toBe(BASE.replace("leaks.", "leaks at night.").replace("May", "June"));
});

test("what was written into a changed block since stays when the change is undone", () => {
  const base = bodyOf(BASE);
  const hunks = hunksBetween(base, targetOf(BASE.replace("leaks", "drips slowly")));
  const { doc } = applyHunks(base, hunks);
  const later = edited(doc, (blocks) => {
    blocks[1]!.content![0]!.text = "As Ann said: the roof drips slowly. Since Monday.";
  });
  const { doc: after, undone } = undoHunks(later, hunks);
  expect(undone).toEqual(["merged"]);
  expect(after.children[1]!.textContent).toBe("As Ann said: the roof leaks. Since Monday.");
});

test("a block that was put in and written in since is kept, and said to be", () => {
  const base = bodyOf(BASE);
  const hunks = hunksBetween(
    base,
    targetOf(BASE.replace("- call Ann", "- call Ann\n- ask Ben").concat("\nThe end.\n")),
  );
  const { doc } = applyHunks(base, hunks);
  const later = edited(doc, (blocks) => {
    blocks[2]!.content![2]!.content![0]!.content![0]!.text = "ask Ben about ladders";
  });
  const { doc: after, undone } = undoHunks(later, hunks);
  expect(undone).toEqual(["kept", "undone"]);
  expect(toMarkdown(after)).toBe(BASE.replace("- call Ann", "- call Ann\n- ask Ben about ladders"));
});

test("what was taken out is put back where it was, though its neighbors moved", () => {
  const base = bodyOf(BASE);
  const hunks = hunksBetween(base, targetOf("# Roof\n\n- buy slate\n- call Ann\n"));
  const { doc } = applyHunks(base, hunks);
  const later = edited(doc, (blocks) => blocks.unshift(paragraph("Read this first.")));
  const { doc: after, undone } = undoHunks(later, hunks);
  expect(undone).toEqual(["undone", "undone"]);
  expect(toMarkdown(after)).toBe(`Read this first.\n\n${BASE}`);
});

test("a rewritten block that somebody deleted since does not come back", () => {
  const base = bodyOf(BASE);
  const hunks = hunksBetween(base, targetOf(BASE.replace("leaks", "drips")));
  const { doc } = applyHunks(base, hunks);
  const later = edited(doc, (blocks) => blocks.splice(1, 1));
  const { doc: after, undone } = undoHunks(later, hunks);
  expect(undone).toEqual(["gone"]);
  expect(after.eq(later)).toBe(true);
});

test("what two changes put into the same place stands there once, and is gone when both are undone", () => {
  const base = bodyOf(BASE);
  const target = BASE.replace("leaks.", "leaks badly.\n\nIt rained.").concat("\nThe end.\n");
  const [one, other] = [hunksBetween(base, targetOf(target)), hunksBetween(base, targetOf(target))];
  const { doc } = applyHunks(base, one);
  const { doc: both, isApplied } = applyHunks(doc, other);
  expect(isApplied).toEqual([true, true]);
  expect(toMarkdown(both)).toBe(target);
  for (const order of [
    [one, other],
    [other, one],
  ])
    expect(toMarkdown(order.reduce((body, hunks) => undoHunks(body, hunks).doc, both))).toBe(BASE);
});

test("a paragraph like its neighbor is put in beside it all the same", () => {
  const base = bodyOf("again\n\nagain\n");
  const { doc } = applyHunks(base, hunksBetween(base, targetOf("again\n\nagain\n\nagain\n")));
  expect(doc.childCount).toBe(3);
});

test("blocks of a change that people have put into another order go and change where they stand now", () => {
  const base = bodyOf("One.\n\nTwo.\n");
  const hunks = hunksBetween(base, targetOf("One, rewritten.\n\nPut in.\n\nTwo.\n"));
  const { doc } = applyHunks(base, hunks);
  const swapped = edited(doc, (blocks) => blocks.splice(0, 2, blocks[1]!, blocks[0]!));
  expect(toMarkdown(swapped)).toBe("Put in.\n\nOne, rewritten.\n\nTwo.\n");
  const { doc: after, undone } = undoHunks(swapped, hunks);
  expect(undone).toEqual(["merged"]);
  expect(toMarkdown(after)).toBe("One.\n\nTwo.\n");
});

const WORDS = ["stone", "river", "Anna's", "漢字", "שלום", "**bold**", "[[Roof]]", "`code`", "😀", "a"];
const line = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 })
  .map((words) => words.join(" "));
const block = fc.oneof(
  line,
  line.map((text) => `## ${text}`),
  fc.array(line, { minLength: 1, maxLength: 3 }).map((items) => items.map((item) => `- ${item}`).join("\n")),
  fc
    .array(line, { minLength: 1, maxLength: 3 })
    .map((items) => items.map((item) => `- [ ] ${item}`).join("\n")),
  line.map((text) => `> ${text}`),
  fc.constant("***"),
);
const markdown = fc.array(block, { maxLength: 7 }).map((blocks) => blocks.join("\n\n"));
/** What a model makes of it: blocks rewritten, put in, taken out, and all of it anew. */
const rewriting = fc.array(fc.tuple(fc.constantFrom("rewrite", "insert", "delete"), fc.nat(), block), {
  maxLength: 4,
});
/** What people do: a word typed somewhere, a paragraph put in, a block taken out. */
const writing = fc.array(fc.tuple(fc.constantFrom("type", "type", "insert", "delete"), fc.nat()), {
  maxLength: 5,
});

function rewrittenBy(body: Node, edits: [string, number, string][]): Node {
  return repairDocument(
    edited(body, (blocks) => {
      for (const [kind, at, text] of edits) {
        const index = blocks.length === 0 ? 0 : at % blocks.length;
        const made = (parseMarkdown(text).doc.content ?? []) as JSONContent[];
        if (kind === "insert") blocks.splice(index, 0, ...made);
        else if (kind === "delete") blocks.splice(index, 1);
        else blocks.splice(index, 1, ...made);
      }
    }).toJSON(),
  );
}

/** @returns the body, and the words that were typed and not deleted again */
function writtenBy(body: Node, edits: [string, number][]): { body: Node; typed: string[] } {
  let typed: string[] = [];
  const now = edited(body, (blocks) => {
    edits.forEach(([kind, at], step) => {
      const word = `typed${step}x`;
      const texts = blocks.flatMap(textsIn);
      const text = texts[at % Math.max(1, texts.length)];
      if (kind === "delete") blocks.splice(at % Math.max(1, blocks.length), 1);
      else if (kind === "type" && text) text.text = put(text.text!, word, at);
      else blocks.splice(at % (blocks.length + 1), 0, paragraph(word));
      typed.push(word);
    });
    const left = JSON.stringify(blocks);
    typed = typed.filter((word) => left.includes(word));
  });
  return { body: now, typed };
}

function textsIn(node: JSONContent): JSONContent[] {
  if (node.type === "text") return [node];
  return (node.content ?? []).flatMap(textsIn);
}

function put(text: string, word: string, at: number): string {
  const letters = [...text];
  return letters.toSpliced(at % (letters.length + 1), 0, word).join("");
}

const asText = (body: Node) => JSON.stringify(body.toJSON());
const contentOf = (body: Node) => toMarkdown(body);

test("all parts together are the change, and undone they leave what was there, ids and all", () => {
  fc.assert(
    fc.property(markdown, rewriting, fc.infiniteStream(fc.boolean()), (text, edits, choice) => {
      const base = bodyOf(text);
      const target = rewrittenBy(base, edits);
      const hunks = hunksBetween(base, target);
      expect(contentOf(applyHunks(base, hunks).doc)).toBe(contentOf(target));
      const chosen = hunks.filter(() => choice.next().value);
      const { doc, isApplied } = applyHunks(base, chosen);
      expect(isApplied).toEqual(chosen.map(() => true));
      const { doc: after, undone } = undoHunks(doc, chosen);
      expect(undone).toEqual(chosen.map(() => "undone"));
      expect(after.toJSON()).toEqual(base.toJSON());
    }),
    { seed, numRuns: runs },
  );
});

test("no word that people typed is lost, whether before the parts are put in or before they are taken out", () => {
  fc.assert(
    fc.property(markdown, rewriting, writing, writing, (text, edits, early, late) => {
      const base = bodyOf(text);
      const hunks = hunksBetween(base, rewrittenBy(base, edits));
      const meanwhile = writtenBy(base, early);
      const { doc, isApplied } = applyHunks(meanwhile.body, hunks);
      for (const word of meanwhile.typed) expect(asText(doc)).toContain(word);
      const applied = hunks.filter((_, index) => isApplied[index]);
      const later = writtenBy(
        doc,
        late.map(([kind, at]) => [kind, at] as [string, number]),
      );
      const { doc: after } = undoHunks(later.body, applied);
      for (const word of later.typed) expect(asText(after)).toContain(word);
    }),
    { seed, numRuns: runs },
  );
});

test("several changes undone in any order leave what people wrote", () => {
  fc.assert(
    fc.property(
      markdown,
      fc.array(rewriting, { minLength: 2, maxLength: 3 }),
      writing,
      fc.nat(),
      (text, runsOf, edits, order) => {
        let doc = bodyOf(text);
        const changes = runsOf.map((each) => {
          const hunks = hunksBetween(doc, rewrittenBy(doc, each));
          doc = applyHunks(doc, hunks).doc;
          return hunks;
        });
        const { body, typed } = writtenBy(doc, edits);
        const inOrder = order % 2 === 0 ? changes : changes.toReversed();
        const after = inOrder.reduce((now, hunks) => undoHunks(now, hunks).doc, body);
        for (const word of typed) expect(asText(after)).toContain(word);
        if (edits.length === 0 && order % 2 === 1) expect(after.toJSON()).toEqual(bodyLike(text, after));
      },
    ),
    { seed, numRuns: runs },
  );
});

/** The same text with the ids of the other. */
function bodyLike(text: string, other: Node): unknown {
  expect(contentOf(other)).toBe(contentOf(bodyOf(text)));
  return other.toJSON();
}
