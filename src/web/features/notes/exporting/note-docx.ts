import type { JSONContent } from "@tiptap/core";
import { jsonWithoutTitle } from "#document/title-once.ts";
import {
  AlignmentType,
  Document,
  LevelFormat,
  LineRuleType,
  Packer,
  PageBreak,
  Paragraph,
  HeadingLevel,
} from "docx";
import { blocks, type DocxBlock, NUMBERS } from "./docx-blocks.ts";
import type { DocxNeeds } from "./docx-inlines.ts";
import { t } from "../../../lib/messages/t.ts";
import { plural } from "../../../lib/messages/plural.ts";

export type DocxNote = { title: string; tags: string[]; doc: JSONContent };

const FORMATS = [LevelFormat.DECIMAL, LevelFormat.LOWER_LETTER, LevelFormat.LOWER_ROMAN];

/** Nine levels of numbers, as Word has them. */
const numbers = {
  reference: NUMBERS,
  levels: Array.from({ length: 9 }, (_, level) => ({
    level,
    format: FORMATS[level % 3]!,
    text: `%${level + 1}.`,
    alignment: AlignmentType.LEFT,
    style: { paragraph: { indent: { left: 720 * (level + 1), hanging: 360 } } },
  })),
};

const styles = {
  default: {
    document: {
      run: { font: "Calibri", size: 22 },
      paragraph: { spacing: { after: 120, line: 276, lineRule: LineRuleType.AUTO } },
    },
  },
  paragraphStyles: [
    {
      id: "SourceCode",
      name: "Source Code",
      basedOn: "Normal",
      run: { font: "Consolas", size: 19 },
      paragraph: { spacing: { line: 240, lineRule: LineRuleType.AUTO } },
    },
    { id: "Quote", name: "Quote", basedOn: "Normal", run: { color: "444444" } },
    { id: "Strong", name: "Summary", basedOn: "Normal", run: { bold: true } },
  ],
};

/** Notes as a document of Word, each on a page of its own, with real headings, lists and tables. */
export function makeDocx(notes: readonly DocxNote[], needs: DocxNeeds): Document {
  const children = notes.flatMap((note, index): DocxBlock[] => [
    ...(index > 0 ? [new Paragraph({ children: [new PageBreak()] })] : []),
    new Paragraph({ text: note.title || t("Untitled"), heading: HeadingLevel.TITLE }),
    ...blocks(jsonWithoutTitle(note.doc, note.title).content, needs),
  ]);
  const [first] = notes;
  return new Document({
    creator: "Cairn",
    title: notes.length === 1 && first ? first.title : plural(notes.length, { other: "{count} notes" }),
    keywords: notes.length === 1 && first ? first.tags.join(", ") : "",
    styles,
    numbering: { config: [numbers] },
    sections: [{ children }],
  });
}

export const docxBlob = (notes: readonly DocxNote[], needs: DocxNeeds): Promise<Blob> =>
  Packer.toBlob(makeDocx(notes, needs));
