import type { Article, ArticleImage, ArticleLink, Block, BlockKind, OtherNote } from "#seo/article.ts";

let made = 0;

/** A block as a note has it; ids are made in their order. */
export function aBlock(text: string, rest: Partial<Block> = {}): Block {
  made++;
  return { id: `block-${made}`, kind: "paragraph", level: 0, text, links: [], images: [], ...rest };
}

export const aHeading = (text: string, level = 2): Block =>
  aBlock(text, { kind: "heading" as BlockKind, level });
export const aLink = (words: string, href: string, rest: Partial<ArticleLink> = {}): ArticleLink => ({
  words,
  href,
  kind: "web",
  noteId: null,
  ...rest,
});
export const anImage = (alt: string, src = "/files/0f"): ArticleImage => ({ alt, src });

export const anOther = (title: string, rest: Partial<OtherNote> = {}): OtherNote => ({
  id: `note-${title}`,
  title,
  searchTitle: "",
  description: "",
  keyphrase: "",
  isPublished: true,
  isLinkingHere: false,
  ...rest,
});

const PLACES = ["cellar", "kitchen", "garden", "market", "village", "dairy", "barn", "valley"];
const THINGS = ["bread", "wine", "milk", "honey", "salt", "fruit", "herbs", "butter"];

/** Sentences that no other paragraph has, about as many words as asked for. */
export function prose(words: number, from: number): string {
  const sentences: string[] = [];
  for (let index = from; sentences.join(" ").split(" ").length < words; index++) {
    const [place, thing] = [PLACES[index % 8]!, THINGS[(index * 3) % 8]!];
    sentences.push(
      [
        `The ${place} holds ${thing} for day ${index}.`,
        `We bring ${thing} home to the ${place} at ${index}.`,
      ][index % 2]!,
    );
  }
  return sentences.join(" ");
}

const DESCRIPTION =
  "Learn how to store goat cheese at home, how long it keeps and which wrap is best, with notes from our own dairy.";

/** Nothing to mend: every rule is asked of it and is content. */
export function aGoodArticle(rest: Partial<Article> = {}): Article {
  const blocks = [
    aBlock(`You can store goat cheese for weeks. ${prose(60, 0)}`),
    aHeading("How to store goat cheese"),
    aBlock(prose(100, 100), { links: [aLink("a study on milk", "https://example.org/milk")] }),
    aBlock("Goat cheese likes a cool place.", { images: [anImage("Goat cheese on a board")] }),
    aHeading("What to wrap it in"),
    aBlock(prose(110, 200), {
      links: [aLink("our salt guide", "/app/editor/salt", { kind: "note", noteId: "note-Salt" })],
    }),
    aBlock("Paper lets goat cheese breathe.", { kind: "item" }),
    aHeading("How long it keeps"),
    aBlock(prose(110, 300), { links: [aLink("Honey", "honey", { kind: "title" })] }),
    aBlock("Stored goat cheese keeps three weeks."),
    aHeading("When to throw it away", 3),
    aBlock(prose(100, 400)),
    aBlock(prose(100, 500)),
    aBlock("Old goat cheese smells of ammonia."),
  ];
  return {
    id: "note-cheese",
    title: "Store goat cheese at home for weeks",
    searchTitle: "",
    description: DESCRIPTION,
    keyphrase: "store goat cheese, goat cheese",
    language: "en",
    hasPicture: false,
    blocks,
    page: { slug: "store-goat-cheese", isIndexed: true, hasPassword: false, isSigned: true },
    measured: { htmlBytes: 20_000, imageBytes: 90_000, ms: 60 },
    others: [
      anOther("Salt", { isLinkingHere: true }),
      anOther("Honey"),
      anOther("Bread", { description: "All of bread." }),
    ],
    ...rest,
  };
}
