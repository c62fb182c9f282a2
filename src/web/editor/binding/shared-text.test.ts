import { yXmlFragmentToProseMirrorRootNode } from "@tiptap/y-tiptap";
import { describe, expect, it } from "vitest";
import * as Y from "yjs";
import { createBlockId } from "#document/block-id.ts";
import { FRAGMENT } from "#document/schema-version.ts";
import { schema } from "#document/schema.ts";
import { applyUpdate } from "../../platform/sync/apply-update.ts";
import { keys, openPage, paragraph, seedOf, showOn } from "#testing/writing/page-trial.ts";
import { connect } from "#testing/writing/trial-line.ts";

describe("two people in one paragraph", () => {
  for (const everyMs of [35, 60, 120, 200])
    for (const latency of [0, 5, 50, 200, 500])
      it(`keeps both sentences whole, a key each ${everyMs} ms, ${latency} ms away`, () => {
        const seed = seedOf([paragraph("alpha beta gamma")]);
        const pages = [openPage(seed, 10), openPage(seed, 20)] as const;
        const line = connect([...pages], () => latency);
        pages[0].caretAt("alpha", -1);
        pages[1].caretAt("gamma");
        line.run([
          ...keys(pages[0], "the quick brown fox ", 0, everyMs),
          ...keys(pages[1], " jumps over a lazy dog", 3, everyMs),
        ]);
        const whole = "the quick brown fox alpha beta gamma jumps over a lazy dog";
        expect(pages.map((page) => page.text())).toEqual([whole, whole]);
      });

  it("keeps them whole where both type at the same place", () => {
    const seed = seedOf([paragraph("alpha")]);
    const pages = [openPage(seed, 10), openPage(seed, 20)] as const;
    const line = connect([...pages], () => 30);
    for (const page of pages) page.caretAt("alpha");
    line.run([...keys(pages[0], " first of all", 0, 40), ...keys(pages[1], " second to none", 7, 45)]);
    expect(pages[0].text()).toBe(pages[1].text());
    expect(pages[0].text()).toMatch(/^alpha( first of all second to none| second to none first of all)$/);
  });

  for (const clients of [
    [10, 20],
    [20, 10],
  ] as const)
    for (const wanted of ["plain", "bold"])
      it(`keeps them whole where one goes on in ${wanted} letters, as page ${clients[0]} beside ${clients[1]}`, () => {
        const bold = schema.mark("bold");
        const words = schema.text("alpha ", wanted === "plain" ? [bold] : []);
        const seed = seedOf([schema.node("paragraph", { id: createBlockId() }, [words])]);
        const pages = [openPage(seed, clients[0]), openPage(seed, clients[1])] as const;
        const line = connect([...pages], () => 2000);
        for (const page of pages) page.caretAt("alpha ");
        pages[1].dispatch(({ tr }) => tr.setStoredMarks(wanted === "plain" ? [] : [bold]));
        line.run([...keys(pages[0], "first of all ", 0, 40), ...keys(pages[1], "second to none ", 7, 45)]);
        expect(pages[0].text()).toBe(pages[1].text());
        expect(pages[0].text()).toMatch(
          /^alpha (first of all second to none |second to none first of all )$/,
        );
      });

  it("keeps them whole in an empty paragraph", () => {
    const seed = seedOf([paragraph("")]);
    const pages = [openPage(seed, 10), openPage(seed, 20), openPage(seed, 30)] as const;
    const line = connect([...pages], () => 90);
    line.run([
      ...keys(pages[0], "first of all", 0, 40),
      ...keys(pages[1], "second to none", 7, 45),
      ...keys(pages[2], "third time lucky", 400, 45),
    ]);
    expect(new Set(pages.map((page) => page.text())).size).toBe(1);
    for (const sentence of ["first of all", "second to none", "third time lucky"])
      expect(pages[0].text()).toContain(sentence);
  });
});

/** What both show, after everything has arrived everywhere. */
function shownBy(pages: readonly ReturnType<typeof openPage>[]): string {
  expect(new Set(pages.map((page) => page.text())).size).toBe(1);
  return pages[0]!.text();
}

describe("text that others move while one writes in it", () => {
  for (const latency of [0, 20, 90, 400]) {
    it(`goes along with a line that is broken before the caret, ${latency} ms away`, () => {
      const seed = seedOf([paragraph("alpha beta gamma")]);
      const pages = [openPage(seed, 10), openPage(seed, 20)] as const;
      const line = connect([...pages], () => latency);
      pages[0].caretAt("alpha");
      pages[1].caretAt("gamma");
      line.run([
        ...keys(pages[1], " jumps over a lazy dog", 0, 60),
        { at: 305, run: () => pages[0].enter() },
        ...keys(pages[0], "ann ", 365, 60),
      ]);
      expect(shownBy(pages)).toBe("alpha\nann  beta gamma jumps over a lazy dog");
    });

    it(`goes along with a line that is joined to the one before, ${latency} ms away`, () => {
      const seed = seedOf([paragraph("alpha"), paragraph("beta gamma")]);
      const pages = [openPage(seed, 10), openPage(seed, 20)] as const;
      const line = connect([...pages], () => latency);
      pages[0].caretAt("beta", -1);
      pages[1].caretAt("gamma");
      line.run([
        ...keys(pages[1], " jumps over a lazy dog", 0, 60),
        { at: 305, run: () => pages[0].backspace() },
      ]);
      expect(shownBy(pages)).toBe("alphabeta gamma jumps over a lazy dog");
    });

    it(`goes along with a line that becomes a heading, ${latency} ms away`, () => {
      const seed = seedOf([paragraph("alpha beta")]);
      const pages = [openPage(seed, 10), openPage(seed, 20)] as const;
      const line = connect([...pages], () => latency);
      pages[1].caretAt("beta");
      line.run([
        ...keys(pages[1], " jumps over a lazy dog", 0, 60),
        {
          at: 305,
          run: () =>
            pages[0].dispatch(({ tr, schema }) =>
              tr.setBlockType(0, tr.doc.content.size, schema.nodes["heading"]!),
            ),
        },
      ]);
      expect(shownBy(pages)).toBe("alpha beta jumps over a lazy dog");
      expect(pages[1].state().doc.firstChild!.type.name).toBe("heading");
    });

    it(`goes along with a line that is moved, ${latency} ms away`, () => {
      const seed = seedOf([paragraph("alpha beta"), paragraph("between"), paragraph("last")]);
      const pages = [openPage(seed, 10), openPage(seed, 20)] as const;
      const line = connect([...pages], () => latency);
      pages[1].caretAt("beta");
      line.run([
        ...keys(pages[1], " jumps over a lazy dog", 0, 60),
        {
          at: 305,
          run: () =>
            pages[0].dispatch(({ tr, doc }) => {
              const block = doc.firstChild!;
              return tr.insert(doc.content.size, block).delete(0, block.nodeSize);
            }),
        },
      ]);
      expect(shownBy(pages)).toBe("between\nlast\nalpha beta jumps over a lazy dog");
    });
  }
});

describe("a line that two people break at once", () => {
  for (const latency of [5, 50, 300])
    for (const [one, other] of [
      ["alpha", "gamma"],
      ["gamma", "alpha"],
      ["beta", "beta"],
    ] as const)
      it(`is broken twice and nothing stands twice: behind ${one} and ${other}, ${latency} ms away`, () => {
        const seed = seedOf([paragraph("alpha beta gamma delta")]);
        const pages = [openPage(seed, 10), openPage(seed, 20)] as const;
        const line = connect([...pages], () => latency);
        pages[0].caretAt(one);
        pages[1].caretAt(other);
        line.run([...keys(pages[0], "\nann", 0, 60), ...keys(pages[1], "\nbob", 3, 60)]);
        if (one === "beta") expect(shownBy(pages)).toMatch(/^alpha beta\n(ann\nbob|bob\nann) gamma delta$/);
        else {
          const [first, second] = one === "alpha" ? ["ann", "bob"] : ["bob", "ann"];
          expect(shownBy(pages)).toBe(`alpha\n${first} beta gamma\n${second} delta`);
        }
      });

  it("is joined once when two people join it at once", () => {
    const seed = seedOf([paragraph("alpha"), paragraph(" beta gamma")]);
    const pages = [openPage(seed, 10), openPage(seed, 20)] as const;
    const line = connect([...pages], () => 50);
    for (const page of pages) page.caretAt(" beta", -1);
    line.run([
      { at: 0, run: () => pages[0].backspace() },
      { at: 5, run: () => pages[1].backspace() },
    ]);
    expect(shownBy(pages)).toBe("alpha beta gamma");
  });

  it("becomes one heading when two people turn it into one at once", () => {
    const seed = seedOf([paragraph("alpha beta"), paragraph("last")]);
    const pages = [openPage(seed, 10), openPage(seed, 20)] as const;
    const line = connect([...pages], () => 50);
    const turn = (page: (typeof pages)[number]) => () =>
      page.dispatch(({ tr, schema }) => tr.setBlockType(0, 3, schema.nodes["heading"]!));
    line.run([
      { at: 0, run: turn(pages[0]) },
      { at: 5, run: turn(pages[1]) },
    ]);
    expect(shownBy(pages)).toBe("alpha beta\nlast");
  });
});

it("undoes one's own writing alone, also when it went along with a line that somebody else broke", () => {
  const seed = seedOf([paragraph("alpha beta gamma")]);
  const pages = [openPage(seed, 10), openPage(seed, 20)] as const;
  const line = connect([...pages], () => 50);
  pages[0].caretAt("alpha");
  pages[1].caretAt("gamma");
  line.run([
    ...keys(pages[1], " one", 0, 20),
    { at: 70, run: () => pages[0].enter() },
    ...keys(pages[0], "ann", 100, 20),
    { at: 600, run: () => pages[0].undo.undo() },
  ]);
  // The block stays for what the other wrote in it.
  expect(shownBy(pages)).toBe("alpha beta gamma\n one");
});

it("writes and shows the same whatever is done to a text, and keeps the blocks that were not touched", () => {
  const seed = seedOf([paragraph("alpha beta"), paragraph("gamma"), paragraph("delta")]);
  const [page] = [openPage(seed, 10)];
  const untouched = page.doc.getXmlFragment(FRAGMENT).get(2);
  page.dispatch(({ tr, doc }) =>
    tr.delete(0, doc.firstChild!.nodeSize).insert(tr.doc.content.size, doc.firstChild!),
  );
  page.dispatch(({ tr, schema: { nodes } }) => tr.setBlockType(1, 1, nodes["heading"]!));
  const shared = page.doc.getXmlFragment(FRAGMENT);
  expect(shared.toArray()).toContain(untouched);
  expect(yXmlFragmentToProseMirrorRootNode(shared, page.state().schema).eq(page.state().doc)).toBe(true);
  expect(page.text()).toBe("gamma\ndelta\nalpha beta");
});

it("brings letters after their line once, though the note is shown twice on the page", () => {
  const seed = seedOf([paragraph("alpha beta gamma")]);
  const pages = [openPage(seed, 10), openPage(seed, 20)] as const;
  const shownTwice = showOn(pages[1].doc);
  const line = connect([...pages], () => 90);
  pages[0].caretAt("alpha");
  pages[1].caretAt("gamma");
  line.run([...keys(pages[1], " jumps over a lazy dog", 0, 60), { at: 305, run: () => pages[0].enter() }]);
  expect(shownBy([...pages, shownTwice])).toBe("alpha\n beta gamma jumps over a lazy dog");
});

describe("after a time without the server, when everything comes in one piece", () => {
  function meet(one: ReturnType<typeof openPage>, other: ReturnType<typeof openPage>) {
    const [a, b] = [one, other].map(({ doc }) => Y.encodeStateAsUpdate(doc));
    // What one lacks comes first; what it makes of that is sent like any change.
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const)
      from.doc.on("update", (update: Uint8Array, origin: unknown) => {
        if (origin !== "server") applyUpdate(to.doc, update, "server");
      });
    applyUpdate(one.doc, b!, "server");
    applyUpdate(other.doc, a!, "server");
  }

  it("both sentences are whole in one line", () => {
    const seed = seedOf([paragraph("alpha beta gamma")]);
    const [one, other] = [openPage(seed, 10), openPage(seed, 20)] as const;
    one.caretAt("alpha");
    one.type(" the quick brown fox");
    other.caretAt("gamma");
    other.type(" jumps over a lazy dog");
    meet(one, other);
    expect(shownBy([one, other])).toBe("alpha the quick brown fox beta gamma jumps over a lazy dog");
  });

  it("a line that was broken here and written on there is broken, with the words where they belong", () => {
    const seed = seedOf([paragraph("alpha beta gamma")]);
    const [one, other] = [openPage(seed, 10), openPage(seed, 20)] as const;
    one.caretAt("alpha");
    one.enter();
    one.type("first ");
    other.caretAt("gamma");
    other.type(" jumps over a lazy dog");
    meet(one, other);
    expect(shownBy([one, other])).toBe("alpha\nfirst  beta gamma jumps over a lazy dog");
  });

  it("a line that both broke has nothing twice", () => {
    const seed = seedOf([paragraph("alpha beta gamma delta")]);
    const [one, other] = [openPage(seed, 10), openPage(seed, 20)] as const;
    one.caretAt("gamma");
    one.enter();
    one.type("ann");
    other.caretAt("alpha");
    other.enter();
    other.type("bob");
    meet(one, other);
    expect(shownBy([one, other])).toBe("alpha\nbob beta gamma\nann delta");
  });
});

it("shows what two changes together make, though the schema would not have it", () => {
  const list = () => {
    const item = (words: string) => schema.node("listItem", { id: createBlockId() }, [paragraph(words)]);
    return schema.node("bulletList", { id: createBlockId() }, [item("one"), item("two")]);
  };
  const seed = seedOf([list(), paragraph("last")]);
  const pages = [openPage(seed, 10), openPage(seed, 20)] as const;
  const line = connect([...pages], () => 50);
  const remove = (page: (typeof pages)[number], index: number) => () =>
    page.dispatch(({ tr, doc }) => {
      const from = 1 + (index === 0 ? 0 : doc.firstChild!.firstChild!.nodeSize);
      return tr.delete(from, from + doc.firstChild!.child(index).nodeSize);
    });
  line.run([
    { at: 0, run: remove(pages[0], 0) },
    { at: 5, run: remove(pages[1], 1) },
    ...keys(pages[1], "", 0, 1),
  ]);
  for (const page of pages) expect(page.text()).toContain("last");
  pages[0].caretAt("last");
  line.run(keys(pages[0], " words", 600, 20));
  for (const page of pages) expect(page.text()).toContain("last words");
});

it("takes thousands of changed paragraphs from somebody else at once", () => {
  const words = (index: number) => `paragraph ${index} says alpha and beta and much more besides`;
  const seed = seedOf(Array.from({ length: 2_000 }, (_, index) => paragraph(words(index))));
  const pages = [openPage(seed, 10), openPage(seed, 20)] as const;
  const line = connect([...pages], () => 5);
  const replaceAll = () =>
    pages[0].dispatch(({ tr, doc }) => {
      doc.forEach((node, offset) => {
        const at = tr.mapping.map(offset + 1 + node.textContent.indexOf("alpha"));
        tr.insertText("omega", at, at + 5);
      });
      return tr;
    });
  line.run([{ at: 0, run: replaceAll }]);
  expect(pages[1].text()).toBe(pages[0].text());
  expect(pages[1].text()).not.toContain("alpha");
});
