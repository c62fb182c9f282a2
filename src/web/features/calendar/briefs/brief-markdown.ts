import type { EventBrief } from "#contract/briefs.ts";
import { t } from "../../../lib/messages/t.ts";

/** Words that stand in a note as they are, whatever signs they have. */
const plain = (text: string) =>
  text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_{}[\]()<>#|~=^$!:+.@-]/g, (sign) => `\\${sign}`);

const link = ({ noteId, title }: { noteId: string; title: string }) =>
  `[${plain(title.trim() || t("Untitled"))}](/app/editor/${noteId})`;

const section = (heading: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [`### ${heading}`, "", ...lines, ""];

/** The brief as a part of the event's note: quotes with links to where they stand, below room for what is said. */
export function briefMarkdown({ notes, decisions, tasks, files }: EventBrief): string {
  const others = notes.filter(({ isOwn }) => !isOwn);
  return [
    `## ${t("Notes")}`,
    "",
    `## ${t("Brief")}`,
    "",
    ...section(
      t("Related notes"),
      others.flatMap((note) => [
        `- ${link(note)}`,
        ...note.quotes.flatMap((quote) => ["", `  > ${plain(quote)}`]),
        "",
      ]),
    ),
    // Another word than for what is decided now, which the next brief looks for.
    ...section(
      t("Earlier decisions"),
      decisions.map((decision) => `- ${plain(decision.quote)} (${link(decision)})`),
    ),
    ...section(
      t("Open tasks"),
      // No boxes: they are tasks already.
      tasks.map(({ title, noteId }) => `- ${noteId ? link({ noteId, title }) : plain(title)}`),
    ),
    ...section(
      t("Files"),
      files.map(({ name, url }) => `- [${plain(name)}](${url})`),
    ),
  ].join("\n");
}
