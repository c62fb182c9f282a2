import type { ProposedRecord } from "#contract/changesets.ts";
import type { Note } from "#contract/notes.ts";
import { folded } from "#contract/shared/fold-diacritics.ts";
import { instantAt, isDay, momentAt } from "#language/moment.ts";
import { wallAt } from "#language/time-zone.ts";
import { happeningIn } from "../../../briefs/brief-of-day.ts";
import type { Happening } from "../../../briefs/brief-of-event.ts";
import { placeIn } from "../../tools/writing.ts";
import { notesWithinReach } from "../../../notes/ai-access/reach.ts";
import { getNote } from "../../../notes/notes.ts";
import { actionItems, taskOfItem } from "./action-items.ts";
import { allTasks } from "../../answers/planner-items.ts";
import { notesOf } from "./notes-of.ts";
import { counted } from "../../answers/answer-text.ts";
import type { Recipe, Working } from "./recipe.ts";

const DAY_MS = 86_400_000;
/** The first time, and after a long while. */
const LOOKS_BACK_MS = 7 * DAY_MS;
/** What is written long after a meeting is rarely about it; until then its notes are looked at again. */
const NOTES_AFTER_MS = 2 * DAY_MS;

/** What the notes of meetings that have ended say is to be done becomes tasks, with the days they name. */
export const meetingFollowUp: Recipe = async (working) => {
  const { services, userId, draft, source, clock, step } = working;
  const meetings = await endedMeetings(working);
  await step(`Looked at ${counted(meetings.length, "meeting")} that ended`);
  const records: ProposedRecord[] = [];
  const known = await knownTitles(working);
  const recent = await recentNotes(working, meetings);
  for (const meeting of meetings) {
    for (const note of await notesAbout(working, meeting, recent)) {
      const base = await draft.baseOf(services, userId, note.id);
      const items = actionItems(await services.collab.bodies.read(base, "markdown"));
      const fresh = items.filter((item) => !known.has(folded(item)));
      for (const item of fresh) known.add(folded(item));
      const tasks = await Promise.all(fresh.map((item) => taskOfItem(clock, item, note.id)));
      const place = placeIn(working, "task");
      records.push(...tasks.map((task) => ({ ...task, fields: { ...place, ...task.fields } })));
      await step(`"${note.title}" says ${counted(items.length, "thing")} to do, ${fresh.length} of them new`);
    }
  }
  if (records.length > 0) await draft.add(services, userId, source, ...records);
  return {
    title: "Meeting follow-up",
    summary:
      records.length === 0
        ? `${counted(meetings.length, "meeting")} ended; their notes say nothing new that is to be done.`
        : `${counted(records.length, "task")} from the notes of ${counted(meetings.length, "meeting")}.`,
  };
};

/** Of the tasks there are, and of those that it proposed before: what was refused isn't proposed again. */
async function knownTitles({ services: { db }, userId, agent }: Working): Promise<Set<string>> {
  const proposed = await db.queryAs<{ title: string }>(
    userId,
    `SELECT r.after->>'title' AS title FROM changeset_records r JOIN agent_runs a ON a.changeset_id = r.changeset_id
      WHERE a.agent_id = $1 AND r.kind = 'task' AND r.action = 'create'`,
    [agent.id],
    "tasks-proposed-by-agent",
  );
  const tasks = await allTasks(db, userId, {});
  return new Set([...tasks, ...proposed].map(({ title }) => folded(title)));
}

async function endedMeetings({ services: { db }, userId, clock, since }: Working): Promise<Happening[]> {
  const now = clock.now.getTime();
  const from = Math.max(now - LOOKS_BACK_MS, (since?.getTime() ?? 0) - NOTES_AFTER_MS);
  const day = (at: number) => momentAt(wallAt(at, clock.zone), true);
  const found = await happeningIn(db, userId, { from: day(from), to: clock.today });
  return found.filter(({ end }) => {
    const at = isDay(end) ? Number.POSITIVE_INFINITY : instantAt(end, clock.zone).getTime();
    return at > from && at <= now;
  });
}

async function recentNotes(working: Working, meetings: readonly Happening[]): Promise<Note[]> {
  if (meetings.length === 0) return [];
  const began = meetings.map(({ start }) => instantAt(start, working.clock.zone).getTime());
  const first = Math.min(...began) - NOTES_AFTER_MS;
  return notesOf(working, { sort: "updated" }, ({ updatedAt }) => Date.parse(updatedAt) < first);
}

/** Its own note, and those of its days that have its title in theirs. */
async function notesAbout(working: Working, { event, start }: Happening, recent: readonly Note[]) {
  const { services, userId, clock } = working;
  const began = instantAt(start, clock.zone).getTime();
  const near = recent.filter(
    (note) => names(note.title, event.title) && Math.abs(Date.parse(note.createdAt) - began) < NOTES_AFTER_MS,
  );
  if (!event.noteId || near.some(({ id }) => id === event.noteId)) return near;
  const there = await notesWithinReach(services.db, userId, [event.noteId], "nowhere");
  return there.has(event.noteId) ? [await getNote(services.db, userId, event.noteId), ...near] : near;
}

/** Written without spaces, so that no word has ends that could be looked for. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const IN_A_WORD = /[\p{L}\p{N}]/u;

/** Whether a title has another in it, as whole words; one letter is a title only by itself. Pure. */
export function names(title: string, other: string): boolean {
  const [all, part] = [folded(title).trim(), folded(other).trim()];
  if (all === part) return true;
  if (part.length < 2) return false;
  for (let at = all.indexOf(part); at >= 0; at = all.indexOf(part, at + 1)) {
    const [before, after] = [all.slice(0, at).at(-1) ?? "", all.charAt(at + part.length)];
    if (UNSPACED.test(part) || !(IN_A_WORD.test(before) || IN_A_WORD.test(after))) return true;
  }
  return false;
}
