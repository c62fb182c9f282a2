/** What a block is, as far as search engines see it. */
export type BlockKind = "heading" | "paragraph" | "item" | "quote" | "code" | "table" | "formula" | "embed";

export interface ArticleLink {
  words: string;
  /** As it stands in the note. */
  href: string;
  kind: "web" | "note" | "title" | "file" | "other";
  /** Of a note that it leads to; null for everything else. */
  noteId: string | null;
}

export interface ArticleImage {
  src: string;
  alt: string;
}

export interface Block {
  /** To find it again in the editor; null where it has none. */
  id: string | null;
  kind: BlockKind;
  /** Of a heading, 1 to 6; 0 for all else. */
  level: number;
  text: string;
  links: ArticleLink[];
  images: ArticleImage[];
}

/** Another note of the same account. */
export interface OtherNote {
  id: string;
  title: string;
  /** What search engines are told instead of the title; "" without. */
  searchTitle: string;
  description: string;
  keyphrase: string;
  isPublished: boolean;
  /** Whether it has a link to the article. */
  isLinkingHere: boolean;
}

/** The public page of the note, where there is one. */
export interface ArticlePage {
  slug: string;
  isIndexed: boolean;
  hasPassword: boolean;
  isSigned: boolean;
}

/** What loading the public page took, measured in the browser. */
export interface MeasuredPage {
  /** Bytes as they came over the line. */
  htmlBytes: number;
  imageBytes: number;
  /** Until the HTML was there. */
  ms: number;
}

/** All that the rules look at. */
export interface Article {
  id: string;
  /** Of the note: the page's heading, and its title unless there is `searchTitle`. */
  title: string;
  searchTitle: string;
  description: string;
  /** The phrase it should be found by and, after commas, variants of it. */
  keyphrase: string;
  /** Chosen for it; null: found by its words. */
  language: string | null;
  /** A picture chosen for previews. */
  hasPicture: boolean;
  blocks: Block[];
  page: ArticlePage | null;
  measured: MeasuredPage | null;
  others: OtherNote[];
}
