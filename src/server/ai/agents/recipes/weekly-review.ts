import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { addDays, instantAt, isDay, timeIn } from "#language/moment.ts";
import { happeningIn } from "../../../briefs/brief-of-day.ts";
import { dayName, timeName } from "../../answers/account-clock.ts";
import { isOverdue } from "../../answers/answer-tasks.ts";
import { escapeMarkdown } from "../../answers/escape-markdown.ts";
import { allTasks, doneIn } from "../../answers/planner-items.ts";
import { placeIn } from "../../tools/writing.ts";
import { notesOf } from "./notes-of.ts";
import { counted } from "../../answers/answer-text.ts";
import type { Recipe, Working } from "./recipe.ts";

const DAYS = 7;
/** Of each list; what is beyond it is counted. */
const MOST = 50;

/** A note about the seven days up to today and those that come: what was done, what is late, what was written, what is next. */
export const weeklyReview: Recipe = async (working) => {
  const { services, userId, draft, source, clock, step } = working;
  const from = addDays(clock.today, 1 - DAYS);
  const next = { from: addDays(clock.today, 1), to: addDays(clock.today, DAYS) };
  // Events belong to no project.
  const isOfAll = !working.scope.project;
  const parts = [
    await donePart(working, from),
    await openPart(working),
    ...(isOfAll ? [await calendarPart(working, { heading: "Meetings", from, to: clock.today })] : []),
    await notesPart(working, from),
    ...(isOfAll ? [await calendarPart(working, { heading: "Next week's calendar", ...next })] : []),
  ];
  await step("Put the review together");
  const title = `Weekly review, ${clock.today}`;
  await draft.add(services, userId, source, {
    kind: "note",
    recordId: uuidV7(),
    action: "create",
    fields: {
      ...placeIn(working, "note"),
      title,
      tags: ["review"],
      body: { format: "markdown", text: `${parts.join("\n\n")}\n` },
    },
  });
  return {
    title,
    isAll: true,
    summary: `A review of ${dayName(from, clock)} to ${dayName(clock.today, clock)}.`,
  };
};

function section(heading: string, lines: readonly string[], nothing: string): string {
  const more = lines.length > MOST ? [`- and ${lines.length - MOST} more`] : [];
  return [`## ${heading}`, "", ...(lines.length === 0 ? [nothing] : [...lines.slice(0, MOST), ...more])].join(
    "\n",
  );
}

async function donePart(working: Working, from: string): Promise<string> {
  const { services, userId, clock, step, scope } = working;
  const period = { from, to: clock.today, name: "the last 7 days" };
  const all = await doneIn(services.db, userId, period, clock);
  const done = all.filter(({ taskId }) => scope.project?.taskIds.has(taskId) ?? true);
  await step(`Looked at ${counted(done.length, "task")} that ${done.length === 1 ? "was" : "were"} done`);
  return section(
    "Done",
    done.map(({ title }) => `- ${escapeMarkdown(title)}`),
    "No task was completed.",
  );
}

/** Bullets, not checkboxes: they would become tasks a second time. */
async function openPart({ services: { db }, userId, clock, step, scope }: Working): Promise<string> {
  const next = addDays(clock.today, DAYS);
  const projectId = scope.project?.id;
  const due = await allTasks(db, userId, { completed: false, dated: true, dueTo: next, projectId });
  const late = due.filter((task) => isOverdue(task, clock));
  const ahead = due.filter((task) => !isOverdue(task, clock));
  await step(`Looked at ${counted(late.length, "task")} overdue and ${ahead.length} due`);
  const line = ({ title, dueDate }: (typeof due)[number]) =>
    `- ${escapeMarkdown(title)} (${dayName(dueDate!, clock)})`;
  return [
    section("Overdue", late.map(line), "Nothing is overdue."),
    section("Due within a week", ahead.map(line), "Nothing is due."),
  ].join("\n\n");
}

type Days = { heading: string; from: string; to: string };

async function calendarPart(
  { services: { db }, userId, clock, step }: Working,
  { heading, from, to }: Days,
): Promise<string> {
  const found = await happeningIn(db, userId, { from, to });
  await step(`Looked at the calendar from ${from} to ${to}`);
  const lines = found.map(({ event, start }) => {
    const at = isDay(start) ? "" : `, ${timeName(timeIn(start)!, clock)}`;
    return `- ${escapeMarkdown(event.title)} (${dayName(start.slice(0, 10), clock)}${at})`;
  });
  return section(heading, lines, "Nothing.");
}

async function notesPart(working: Working, from: string): Promise<string> {
  const since = instantAt(from, working.clock.zone).toISOString();
  const notes = await notesOf(working, { sort: "updated" }, ({ updatedAt }) => updatedAt < since);
  await working.step(
    `Looked at ${counted(notes.length, "note")} that ${notes.length === 1 ? "was" : "were"} written`,
  );
  // Two notes of one title are one link; a title with brackets is no link at all.
  const lines = [...new Set(notes.map(({ title }) => title))].map((title) =>
    /[[\]|#\n]/.test(title) || title.trim() === ""
      ? `- ${escapeMarkdown(title || "Untitled")}`
      : `- [[${title}]]`,
  );
  return section("Notes written", lines, "No note was changed.");
}
