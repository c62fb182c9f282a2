import type { CalendarImport } from "#contract/calendars.ts";
import { MOST_EVENTS } from "#contract/events.ts";
import { logActivity, quoted } from "../../activity/log-activity.ts";
import type { Database } from "../../db/client.ts";
import { Failure, notFound } from "../../failure.ts";
import { isId } from "../../files/is-id.ts";
import type { IcsTodo } from "../../ics/ics.ts";
import type { TaskDeps } from "../../tasks/change-tasks.ts";
import { importTodo } from "../../tasks/objects/import-todo.ts";
import { CALENDAR, type CalendarRow, insertCalendar, lockCalendars } from "../calendars.ts";
import type { InvitationLinks } from "../invitations/links.ts";
import { takeReply } from "../invitations/take-replies.ts";
import { type FileLine, REMARKS_MAX, type SeriesLine } from "./file-lines.ts";
import { withFileRead } from "./read-file.ts";
import { readOnly } from "../subscriptions.ts";
import { dropUnseen, saveImported } from "./save-imported.ts";

/** Events in one transaction, or one series with all its instances. */
const EVENTS_AT_A_TIME = 500;
const NAME_MAX = 200;
/** Each is a change of its own. */
const TODOS_MAX = 5_000;

type ImportDeps = TaskDeps & { invitationLinks: InvitationLinks };
type Target = { calendarId: string; isMirror?: true } | { name: string | null };

/** @throws Failure INVALID_INPUT */
export function readTarget({ calendarId, name }: { calendarId?: unknown; name?: unknown }): Target {
  if (calendarId !== undefined) {
    if (typeof calendarId !== "string" || !isId(calendarId)) throw notFound();
    return { calendarId };
  }
  if (name === undefined) return { name: null };
  const text = typeof name === "string" ? name.replaceAll("\0", "").toWellFormed().trim() : "";
  if (text === "" || text.length > NAME_MAX)
    throw new Failure("INVALID_INPUT", `name: 1 to ${NAME_MAX} characters`);
  return { name: text };
}

/**
 * Puts what is in a calendar file into a calendar, or into a new one. Sent again it changes nothing, so an import that broke off is
 * completed by sending the file once more.
 * @throws Failure NOT_FOUND, INVALID_INPUT when it is no calendar file, QUOTA_EXCEEDED when there is no room for a calendar
 */
export async function importCalendarFile(
  deps: ImportDeps,
  userId: string,
  target: Target,
  bytes: AsyncIterable<Buffer>,
): Promise<CalendarImport> {
  if ("calendarId" in target && (await calendarOf(deps.db, userId, target.calendarId)).source_url !== null)
    throw readOnly();
  return readInto(deps, userId, target, bytes);
}

/** The same of a calendar that is subscribed to: afterwards it has what the file has, and nothing else. */
export async function mirrorCalendarFile(
  deps: ImportDeps,
  userId: string,
  calendarId: string,
  bytes: AsyncIterable<Buffer>,
): Promise<CalendarImport> {
  return readInto(deps, userId, { calendarId, isMirror: true }, bytes);
}

const readInto = (deps: ImportDeps, userId: string, target: Target, bytes: AsyncIterable<Buffer>) =>
  withFileRead(bytes, (lines) =>
    deps.db.bulkLimiter(userId, async () => {
      const run = new ImportRun(deps, userId, target);
      for await (const line of lines) await run.take(line);
      return run.finish();
    }),
  );

async function calendarOf(db: Database, userId: string, calendarId: string): Promise<CalendarRow> {
  const [row] = await db.queryAs<CalendarRow>(
    userId,
    `SELECT ${CALENDAR} FROM calendars WHERE id = $2 AND user_id = $1 AND trashed_at IS NULL`,
    [userId, calendarId],
  );
  if (!row) throw notFound();
  return row;
}

class ImportRun {
  readonly #deps: ImportDeps;
  readonly #db: Database;
  readonly #userId: string;
  readonly #target: Target;
  #calendar = { id: "", name: "" };
  #waiting: SeriesLine[] = [];
  #waitingCount = 0;
  #first: string | null = null;
  #last: string | null = null;
  /** Of a file of answers nothing becomes an event. */
  #isReply = false;
  readonly #seen: string[] = [];
  readonly #result: CalendarImport = {
    calendarId: "",
    created: 0,
    updated: 0,
    answers: 0,
    tasks: 0,
    skipped: [],
    skippedCount: 0,
    changed: [],
    changedCount: 0,
  };

  constructor(deps: ImportDeps, userId: string, target: Target) {
    this.#deps = deps;
    this.#db = deps.db;
    this.#userId = userId;
    this.#target = target;
  }

  async take(line: FileLine): Promise<void> {
    if (line.is === "about") {
      this.#isReply = line.method === "REPLY" && !this.#isMirror;
      if (!this.#isReply) await this.#open(line.name);
    } else if (line.is === "series") await (this.#isReply ? this.#answer(line) : this.#add(line));
    else if (line.is === "todo") await this.#addTodo(line.todo);
    else if (line.is === "end") {
      for (const { title, why } of line.skipped) this.#skip(title, why);
      this.#result.skippedCount += line.skippedCount - line.skipped.length;
      this.#result.changed = line.changed;
      this.#result.changedCount = line.changedCount;
    }
  }

  async finish(): Promise<CalendarImport> {
    await this.#save();
    if (this.#isMirror) {
      const { calendarId } = this.#target as { calendarId: string };
      const gone = await this.#db.withUser(this.#userId, (tx) => dropUnseen(tx, calendarId, this.#seen));
      this.#result.updated += gone;
      return { ...this.#result, calendarId };
    }
    // A calendar that was made for it has an entry of its own, which takes all of it back.
    if ("calendarId" in this.#target && this.#first !== null) await this.#log();
    return { ...this.#result, calendarId: this.#calendar.id };
  }

  get #isMirror(): boolean {
    return "calendarId" in this.#target && this.#target.isMirror === true;
  }

  async #open(nameInFile: string | null): Promise<void> {
    const target = this.#target;
    this.#calendar =
      "calendarId" in target
        ? await calendarOf(this.#db, this.#userId, target.calendarId)
        : await this.#db.withUser(this.#userId, async (tx) => {
            await lockCalendars(tx);
            const name = target.name ?? (nameInFile?.trim().slice(0, NAME_MAX) || "Imported calendar");
            return insertCalendar(tx, { name }, false);
          });
  }

  async #add(line: SeriesLine): Promise<void> {
    this.#waiting.push(line);
    this.#waitingCount += 1 + line.instances.length;
    if (this.#waitingCount >= EVENTS_AT_A_TIME) await this.#save();
  }

  async #save(): Promise<void> {
    const lines = this.#waiting;
    this.#waiting = [];
    this.#waitingCount = 0;
    if (lines.length === 0) return;
    const saved = await this.#db.withUser(this.#userId, (tx) =>
      saveImported(tx, this.#calendar.id, lines, { isMirror: this.#isMirror }),
    );
    this.#seen.push(...saved.ids);
    this.#result.created += saved.created;
    this.#result.updated += saved.updated;
    for (const title of saved.noRoom)
      this.#skip(title, `An account can have ${MOST_EVENTS.toLocaleString("en-US")} events.`);
    if (saved.created + saved.updated === 0) return;
    this.#first ??= saved.at;
    this.#last = saved.at;
  }

  async #answer(line: SeriesLine): Promise<void> {
    const why = await this.#db.withUser(this.#userId, (tx) =>
      takeReply(tx, this.#deps.invitationLinks, line),
    );
    if (why === null) this.#result.answers += 1;
    else this.#skip(line.series?.title ?? line.instances[0]?.title ?? "", why);
  }

  /** Those of a calendar that is subscribed to are somebody else's. */
  async #addTodo(todo: IcsTodo): Promise<void> {
    if (this.#isMirror || this.#isReply) return;
    if (this.#result.tasks >= TODOS_MAX)
      return this.#skip(todo.title, `A file brings at most ${TODOS_MAX.toLocaleString("en-US")} to-dos.`);
    try {
      await importTodo(this.#deps, this.#userId, todo);
      this.#result.tasks += 1;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.#skip(todo.title, error.message);
    }
  }

  #skip(title: string, why: string) {
    this.#result.skippedCount += 1;
    if (this.#result.skipped.length < REMARKS_MAX) this.#result.skipped.push({ title, why });
  }

  async #log(): Promise<void> {
    const { created, updated } = this.#result;
    const counted = [created > 0 ? `${created} new` : "", updated > 0 ? `${updated} changed` : ""];
    await this.#db.withUser(this.#userId, (tx) =>
      logActivity(tx, {
        type: "calendar_updated",
        entityType: "calendar",
        entityId: this.#calendar.id,
        title: `Imported events into calendar ${quoted(this.#calendar.name)}: ${counted.filter(Boolean).join(", ")}`,
        metadata: { imported: { created, updated, from: this.#first, to: this.#last } },
      }),
    );
  }
}
