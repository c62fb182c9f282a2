import type { JSONContent } from "@tiptap/core";
import type { HtmlElement } from "./element.ts";

/** What reading HTML needs to know of where it comes from. */
export type HtmlReading = {
  /** Keeps the bytes of a picture that stands within the text; its path as the note is to name it, or null. */
  keepPicture: (bytes: Buffer, type: string) => string | null;
  /** What an element of the program's own stands for; undefined leaves it to the ordinary rules. */
  custom?: (element: HtmlElement) => JSONContent[] | undefined;
  /** Something that was left out, in words for the report. */
  warn: (words: string) => void;
};
