import type { Analytics, WrittenNote } from "#contract/analytics.ts";
import { useActionContext } from "../../../kernel/actions/here.ts";
import { createNote } from "../../../kernel/notes/note-mutations.ts";
import { titleOf } from "../../../kernel/notes/note-title.ts";
import { minutesInWords } from "../../../kernel/tasks/minutes.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { newId } from "../../../platform/ids.ts";
import { errorMessage } from "../../../platform/rpc-errors.ts";
import { toast } from "../../../ui/toast-store.ts";
import { figure, periodOf, spanWords } from "./periods.ts";

const MOST_NOTES = 10;

/** Makes a note of the figures of the last seven days, with room to write beside them, and opens it. */
export async function makeWeeklyReview(today: string): Promise<void> {
  const period = periodOf("7", today);
  try {
    const [figures, { notes }, { tasks }] = await Promise.all([
      api.insights.analytics.call(period),
      api.insights.writtenNotes.call(period),
      api.insights.tasks.call({ ...period, which: "slipped" }),
    ]);
    const text = reviewText(
      figures,
      notes,
      tasks.map(({ title }) => title),
    );
    const title = t("Weekly review, {days}", { days: spanWords(period) });
    const id = await createNote(null, text, title, newId(), { origin: "template" });
    if (id) useActionContext.getState().go(`/app/editor/${id}`);
  } catch (error) {
    toast.failed(
      errorMessage(error, t("Can't make the review while offline.")),
      () => void makeWeeklyReview(today),
    );
  }
}

type ReviewedNote = Pick<WrittenNote, "noteId" | "title" | "added" | "removed">;

/** The review as Markdown: a table of figures, links to the notes, what slipped, and questions. */
export function reviewText(
  { now, before }: Pick<Analytics, "now" | "before">,
  notes: readonly ReviewedNote[],
  slipped: readonly string[],
): string {
  const row = (name: string, value: string, was: string) => `| ${name} | ${value} | ${was} |`;
  const counted = (name: string, key: Exclude<keyof typeof now, "wordsAnHour">) =>
    row(name, figure(now[key]), figure(before[key]));
  const table = [
    row(t("Figure"), t("This week"), t("Week before")),
    row("---", "---", "---"),
    counted(t("Words written"), "written"),
    counted(t("Words added"), "added"),
    counted(t("Words removed"), "removed"),
    counted(t("Notes worked on"), "notes"),
    counted(t("Days with writing"), "activeDays"),
    row(t("Time writing"), minutesInWords(now.minutes), minutesInWords(before.minutes)),
    counted(t("Tasks done"), "tasksDone"),
    counted(t("Tasks that slipped"), "tasksSlipped"),
  ].join("\n");
  const parts = [
    table,
    section(t("Notes"), linksOf(notes)),
    section(t("Tasks that slipped"), slipped.slice(0, MOST_NOTES).map(escaped)),
    section(t("What went well"), [""]),
    section(t("What comes next"), [""]),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** Nothing where nothing is listed. */
const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? "" : `## ${title}\n\n${lines.map((line) => `- ${line}`).join("\n")}`;

const linksOf = (notes: readonly ReviewedNote[]): string[] =>
  notes
    .slice(0, MOST_NOTES)
    .flatMap(({ noteId, title, ...words }) =>
      noteId && title !== null
        ? [`[${escaped(titleOf({ title }))}](/app/editor/${noteId}): ${changedWords(words)}`]
        : [],
    );

const changedWords = ({ added, removed }: Pick<ReviewedNote, "added" | "removed">): string =>
  plural(
    added,
    { one: "{count} word added, {removed} removed", other: "{count} words added, {removed} removed" },
    { count: figure(added), removed: figure(removed) },
  );

/** A title is no Markdown. */
const escaped = (text: string): string =>
  text.replaceAll(/[\\[\]`*_<>#|~]/g, String.raw`\$&`).replaceAll(/\s+/g, " ");
