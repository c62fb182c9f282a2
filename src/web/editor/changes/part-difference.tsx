import type { JSONContent } from "@tiptap/core";
import { useMemo } from "react";
import { schema } from "#document/schema.ts";
import { VersionText } from "../version-text.tsx";
import { comparedBlocks } from "./compared.ts";
import "./part-text.css";

type PartDifferenceProps = {
  before: string;
  after: string;
  label: string;
  /** Reads Markdown; its code comes beside what draws a text, not within it. */
  read: (markdown: string) => { doc: JSONContent };
};

/** A part as the text that it changes, with what goes struck through and what comes underlined. */
export function PartDifference({ before, after, label, read }: PartDifferenceProps) {
  const { doc, changes } = useMemo(() => {
    const compared = comparedBlocks(schema, blocksOf(read, before), blocksOf(read, after));
    return { doc: JSON.stringify(compared.doc), changes: compared.changes };
  }, [before, after, read]);
  return (
    <div className="part-text">
      <VersionText doc={doc} changes={changes} label={label} isPart />
    </div>
  );
}

/** A line in front keeps a rule at the beginning from being read as front matter. */
export const blocksOf = (read: PartDifferenceProps["read"], markdown: string): JSONContent[] =>
  markdown === "" ? [] : (read(`\n${markdown}`).doc.content ?? []);
