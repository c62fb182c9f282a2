import { describe, expect, test } from "vitest";
import type { Article, Block } from "./article.ts";
import { checkArticle, type RuleId, RULES } from "./check-article.ts";
import {
  aBlock,
  aGoodArticle,
  aHeading,
  aLink,
  anImage,
  anOther,
  prose,
} from "#testing/writing/an-article.ts";
import { readArticle } from "./read-article.ts";

const MEASURED = new Set<RuleId>(["page-heavy", "page-heavy-pictures", "page-slow"]);
const good = aGoodArticle();
const page = good.page!;
const measured = good.measured!;
const bodyWith = (...blocks: Block[]): Partial<Article> => ({ blocks: [...good.blocks, ...blocks] });
const withLink = (...link: Parameters<typeof aLink>) =>
  bodyWith(aBlock("See this.", { links: [aLink(...link)] }));
const withImage = (alt: string) => bodyWith(aBlock("", { images: [anImage(alt)] }));
const others = (...more: ReturnType<typeof anOther>[]): Partial<Article> => ({
  others: [...good.others, ...more],
});
const long = (text: string) =>
  `${text} ${"of much longer words that nobody wants to read ".repeat(3)}`.trim();
const hard = Array.from(
  { length: 9 },
  (_, index) =>
    `Institutional considerations necessitate comprehensive organizational transformations number ${index}, notwithstanding aforementioned administrative complications.`,
).join(" ");
const demanding = Array.from(
  { length: 12 },
  (_, index) =>
    `Most of our regular customers ${index % 2 ? "like" : "usually prefer"} another kind of cheese in season ${index}.`,
).join(" ");

/** What each rule minds, as a change of the article that no rule minds. */
const bad: Record<RuleId, Partial<Article>> = {
  "title-missing": { title: " " },
  "title-long": { title: long("Store goat cheese") },
  "title-short": { title: "Goat cheese" },
  "title-keyphrase": { title: "How long milk keeps in the house" },
  "title-keyphrase-late": { title: "A few words about all that we do here when we store goat cheese" },
  "title-capitals": { title: "STORE GOAT CHEESE AT HOME" },
  "title-duplicate": others(anOther("Store goat cheese, at home: for weeks!")),
  "title-repeats": { title: "Goat cheese, goat cheese and goat cheese" },
  "description-missing": { description: "" },
  "description-long": { description: long(good.description) },
  "description-short": { description: "About goat cheese." },
  "description-keyphrase": { description: good.description.replaceAll("goat cheese", "it") },
  "description-is-title": { description: good.title },
  "description-duplicate": others(anOther("Wine", { description: good.description })),
  "slug-keyphrase": { page: { ...page, slug: "my-dairy" } },
  "slug-long": {
    page: { ...page, slug: "store-goat-cheese-at-home-for-many-weeks-and-all-that-one-must-know" },
  },
  "slug-unguessable": { page: { ...page, slug: "store-goat-cheese-k3m8p2qx" } },
  "heading-first-level": bodyWith(aHeading("Once more", 1)),
  "heading-skipped": bodyWith(aHeading("Large"), aHeading("Small", 4)),
  "heading-empty": bodyWith(aHeading(" ")),
  "heading-none": { blocks: good.blocks.filter(({ kind }) => kind !== "heading") },
  "heading-distance": bodyWith(
    aHeading("Much"),
    ...[1, 2, 3, 4].map((part) => aBlock(prose(100, part * 1000))),
  ),
  "heading-keyphrase": { blocks: good.blocks.filter(({ text }) => text !== "How to store goat cheese") },
  "heading-stuffed": {
    blocks: [1, 2, 3, 4, 5].map((count) => aHeading(`Goat cheese ${count}`)),
  },
  "heading-long": bodyWith(aHeading(long("Why"))),
  "heading-duplicate": bodyWith(aHeading("What to wrap it in")),
  "keyphrase-missing": { keyphrase: " , " },
  "keyphrase-long": { keyphrase: "store fresh young goat milk cheese home" },
  "keyphrase-small-words": { keyphrase: "how to" },
  "keyphrase-introduction": { blocks: good.blocks.slice(1) },
  "keyphrase-rare": { blocks: good.blocks.filter(({ text }) => !/cheese/i.test(text)) },
  "keyphrase-stuffed": bodyWith(aBlock("Goat cheese is goat cheese. ".repeat(40))),
  "keyphrase-spread": bodyWith(...[1, 2, 3, 4, 5, 6, 7, 8].map((part) => aBlock(prose(100, part * 1000)))),
  "keyphrase-rivals": others(anOther("Another", { keyphrase: "stored goat cheeses" })),
  "keyphrase-variants-same": { keyphrase: "goat cheese, goat cheeses" },
  "text-short": { blocks: [aBlock("Goat cheese.")] },
  "text-long-paragraphs": bodyWith(aBlock(prose(170, 900))),
  "text-long-sentences": {
    blocks: Array.from({ length: 6 }, (_, index) =>
      aBlock(`${prose(40, index * 50).replaceAll(/\.(?= )/g, " and")}`),
    ),
  },
  "text-hard": { blocks: [aBlock(hard)] },
  "text-demanding": { blocks: [aBlock(demanding)] },
  "text-same-beginnings": bodyWith(aBlock("It is cold. It is dark. It is late.")),
  "text-placeholder": bodyWith(aBlock("TODO: say more.")),
  "text-repeated": bodyWith(good.blocks.at(-3)!),
  "text-unbroken": { blocks: [1, 2, 3, 4, 5, 6].map((part) => aBlock(prose(100, part * 1000))) },
  "text-language": { language: "de" },
  "link-none-out": { blocks: good.blocks.map((block) => ({ ...block, links: [] })) },
  "link-none-inside": { blocks: good.blocks.map((block) => ({ ...block, links: [] })) },
  "link-none-here": { others: good.others.map((other) => ({ ...other, isLinkingHere: false })) },
  "link-vague": withLink("Click here!", "https://example.org"),
  "link-without-words": withLink(" ", "https://example.org"),
  "link-address-shown": withLink("https://example.org/a?b=1", "https://example.org/a?b=1"),
  "link-insecure": withLink("an old page", "http://example.org"),
  "link-unpublished": withLink("my diary", "/app/editor/x", { kind: "note", noteId: "note-secret" }),
  "link-to-nothing": withLink("Cows", "cows", { kind: "title" }),
  "link-competing": withLink("goat cheeses", "https://example.org"),
  "image-none": { blocks: good.blocks.map((block) => ({ ...block, images: [] })) },
  "image-alt-missing": withImage(""),
  "image-alt-file-name": withImage("IMG_2041"),
  "image-alt-long": withImage(long("A board")),
  "image-alt-keyphrase": {
    blocks: good.blocks.map((block) => ({ ...block, images: block.images.map(() => anImage("A board")) })),
  },
  "page-unpublished": { page: null },
  "page-not-indexed": { page: { ...page, isIndexed: false } },
  "page-password": { page: { ...page, hasPassword: true } },
  "page-unsigned": { page: { ...page, isSigned: false } },
  "page-no-picture": { blocks: good.blocks.map((block) => ({ ...block, images: [] })) },
  "page-heavy": { measured: { ...measured, htmlBytes: 400_000 } },
  "page-heavy-pictures": { measured: { ...measured, imageBytes: 4_000_000 } },
  "page-slow": { measured: { ...measured, ms: 2_400 } },
};

test("no rule finds anything in the good article, and none is left out", () => {
  const { findings, passed, health } = checkArticle(good);
  expect({
    findings,
    missing: RULES.map(({ id }) => id).filter((id) => !passed.includes(id)),
    health,
  }).toEqual({
    findings: [],
    missing: [],
    health: 100,
  });
});

describe.each(RULES.map(({ id, check }) => ({ id, check })))("$id", ({ id, check }) => {
  test("is content with the good article, and finds the bad one", () => {
    expect(check(readArticle(good))).toEqual([]);
    expect(check(readArticle({ ...good, ...bad[id as RuleId] }))).not.toEqual([]);
    expect(check(readArticle({ ...good, ...bad[id as RuleId] }))).not.toBeNull();
  });
});

test("a rule that cannot be asked counts neither for nor against a note", () => {
  const empty = readArticle({
    ...good,
    title: "",
    description: "",
    keyphrase: "",
    page: null,
    measured: null,
    blocks: [],
    others: [],
  });
  const asked = RULES.filter(({ check }) => check(empty) !== null).map(({ id }) => id);
  expect(asked).toEqual([
    "title-missing",
    "description-missing",
    "keyphrase-missing",
    "text-short",
    "page-unpublished",
    "page-no-picture",
  ]);
});

test("a finding makes a note less healthy by the weight of its rule", () => {
  const total = RULES.filter(({ id }) => !MEASURED.has(id)).reduce((sum, { weight }) => sum + weight, 0);
  const weight = RULES.find(({ id }) => id === "text-placeholder")!.weight;
  expect(checkArticle({ ...good, ...bad["text-placeholder"] }).health).toBe(
    Math.round((100 * (total - weight)) / total),
  );
});

test("what a browser measures is told and leaves the health alone, which is the same without a browser", () => {
  const slow = { ...measured, ms: 2_400, htmlBytes: 400_000, imageBytes: 4_000_000 };
  const { findings, health } = checkArticle({ ...good, measured: slow });
  expect(new Set(findings.map(({ rule }) => rule))).toEqual(MEASURED);
  expect(health).toBe(100);
  const bare = { ...good, ...bad["text-placeholder"] };
  expect(checkArticle({ ...bare, measured: slow }).health).toBe(
    checkArticle({ ...bare, measured: null }).health,
  );
});

test("what matters most comes first", () => {
  const { findings } = checkArticle({ ...good, title: "", description: "", keyphrase: "" });
  expect(findings.map(({ rule }) => rule).slice(0, 3)).toEqual([
    "title-missing",
    "description-missing",
    "keyphrase-missing",
  ]);
});

test("the same article has the same report", () => {
  expect(checkArticle(good)).toEqual(checkArticle(structuredClone(good)));
});

test("what a click mends says what it would make of it", () => {
  const mendsOf = (rest: Partial<Article>) =>
    checkArticle({ ...good, ...rest }).findings.map(({ mend }) => mend);
  const second = aHeading("Once more", 1);
  expect(mendsOf({ blocks: [...good.blocks, second] })).toEqual([
    { kind: "heading", blockId: second.id, level: 2, before: 1 },
  ]);
  expect(mendsOf({ description: "" })).toEqual([
    {
      kind: "description",
      text: expect.stringMatching(/^You can store goat cheese for weeks\. .{20,130}[.…]$/),
    },
  ]);
  expect(mendsOf({ page: { ...page, slug: "my-dairy" } })).toEqual([
    { kind: "slug", slug: "store-goat-cheese" },
  ]);
  expect(mendsOf({ page: { ...page, isIndexed: false } })).toEqual([{ kind: "index" }]);
});

test("notes that the text names without a link are suggested with the words as they stand there, published ones first", () => {
  const named = aBlock("A cellar for wines keeps every Garden Party cold.");
  const { suggestions } = checkArticle({
    ...good,
    blocks: [...good.blocks, named],
    others: [...good.others, anOther("Garden parties", { isPublished: false }), anOther("Cellars for wine")],
  });
  expect(suggestions.map(({ title, blockId, words }) => [title, blockId, words])).toEqual([
    ["Cellars for wine", named.id, "cellar for wines"],
    ["Garden parties", named.id, "Garden Party"],
  ]);
});
