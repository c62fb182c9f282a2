import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { AuthoredNote, Upkeep } from "#contract/analytics.ts";
import { LoadFault } from "../../../kernel/load-fault.tsx";
import { titleOf } from "../../../kernel/notes/note-title.ts";
import { minutesInWords } from "../../../kernel/tasks/minutes.ts";
import { ago, clockTime } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { type Behind, hideBehind, showBehind, useBehind } from "./behind.ts";
import { changeWords, dayWords, figure, wordsOf } from "./periods.ts";

/** The notes, tasks, sessions, events or days that a number is made of. */
export function BehindDialog() {
  const open = useBehind((state) => state.open);
  return (
    <Dialog title={open?.title ?? ""} isOpen={open !== null} onClose={hideBehind} size="medium">
      {open && <BehindList of={open} />}
    </Dialog>
  );
}

function BehindList({ of }: { of: Behind }) {
  switch (of.kind) {
    case "notes":
      return <WrittenNotes asked={of.asked} />;
    case "authored":
      return <AuthoredNotes asked={of.asked} />;
    case "tasks":
      return <Tasks asked={of.asked} />;
    case "sessions":
      return <Sessions asked={of.asked} />;
    case "upkeep":
      return <UpkeepNotes asked={of.asked} />;
    case "writing":
      return <CountedNotes notes={of.notes} />;
    case "events":
      return <Events events={of.events} count={of.count} />;
    case "days":
      return <Days days={of.days} />;
  }
}

type Asked<Kind extends Behind["kind"]> = { asked: Extract<Behind, { kind: Kind; asked: unknown }>["asked"] };

function Listed<Answer extends { total: number }>({
  query,
  shown,
  children,
}: {
  query: UseQueryResult<Answer>;
  shown: (answer: Answer) => number;
  children: (answer: Answer) => ReactNode;
}) {
  const { data, error, refetch } = query;
  if (error && !data) return <LoadFault error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={4} />;
  if (data.total === 0) return <p className="py-8 text-center text-sm text-muted">{t("Nothing here.")}</p>;
  return (
    <>
      <ul className="flex flex-col">{children(data)}</ul>
      {data.total > shown(data) && (
        <p className="pt-3 text-sm text-muted">
          {t("The first {shown} of {total}", { shown: figure(shown(data)), total: figure(data.total) })}
        </p>
      )}
    </>
  );
}

const linkClass = "min-w-0 truncate rounded-md font-medium hover:underline";
const Row = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-b border-line py-2 text-sm last:border-0">
    {name}
    <span className="text-muted tabular-nums">{children}</span>
  </li>
);

const NoteLink = ({ noteId, title }: { noteId: string; title: string }) => (
  <Link to="/app/editor/{-$noteId}" params={{ noteId }} className={linkClass} onClick={hideBehind}>
    <bdi>{titleOf({ title })}</bdi>
  </Link>
);

function WrittenNotes({ asked }: Asked<"notes">) {
  const query = useQuery(api.insights.writtenNotes.queryOptions({ input: asked, staleTime: 0 }));
  return <NotesWithWords query={query} />;
}

function AuthoredNotes({ asked }: Asked<"authored">) {
  const query = useQuery(api.insights.authoredNotes.queryOptions({ input: asked, staleTime: 0 }));
  return <NotesWithWords query={query} />;
}

function NotesWithWords({ query }: { query: UseQueryResult<{ total: number; notes: AuthoredNote[] }> }) {
  return (
    <Listed query={query} shown={({ notes }) => notes.length}>
      {({ notes }) =>
        notes.map(({ noteId, title, added, removed }) => (
          <Row
            key={noteId ?? ""}
            name={
              noteId && title !== null ? (
                <NoteLink noteId={noteId} title={title} />
              ) : (
                <span className="text-muted">{t("Notes you can't see anymore")}</span>
              )
            }
          >
            {changeWords(added, removed)}
          </Row>
        ))
      }
    </Listed>
  );
}

function Tasks({ asked }: Asked<"tasks">) {
  const query = useQuery(api.insights.tasks.queryOptions({ input: asked, staleTime: 0 }));
  return (
    <Listed query={query} shown={({ tasks }) => tasks.length}>
      {({ tasks }) =>
        tasks.map(({ taskId, title, dueDate, completedAt }) => (
          <Row
            key={`${taskId} ${completedAt}`}
            name={
              <Link
                to="/app/tasks"
                search={{ view: "anytime", task: taskId } as never}
                className={linkClass}
                onClick={hideBehind}
              >
                <bdi>{title}</bdi>
              </Link>
            }
          >
            {asked.which === "slipped" && dueDate
              ? t("Due {day}", { day: dayWords(dueDate) })
              : completedAt && t("Done {when}", { when: ago(completedAt) })}
          </Row>
        ))
      }
    </Listed>
  );
}

function Sessions({ asked }: Asked<"sessions">) {
  const query = useQuery(api.insights.sessions.queryOptions({ input: asked, staleTime: 0 }));
  return (
    <Listed query={query} shown={({ sessions }) => sessions.length}>
      {({ sessions }) =>
        sessions.map(({ start, end, minutes, written, notes }) => (
          <li key={start} className="flex flex-col gap-1 border-b border-line py-2 text-sm last:border-0">
            <span className="flex flex-wrap justify-between gap-x-4">
              <span className="font-medium">
                {t("{day}, {start} to {end}", {
                  day: dayWords(start.slice(0, 10)),
                  start: clockTime(new Date(start)),
                  end: clockTime(new Date(end)),
                })}
              </span>
              <span className="text-muted tabular-nums">
                {t("{duration}, {words}", { duration: minutesInWords(minutes), words: wordsOf(written) })}
              </span>
            </span>
            <span className="flex min-w-0 flex-wrap gap-x-3">
              {notes.map((note) => (
                <NoteLink key={note.noteId} {...note} />
              ))}
            </span>
          </li>
        ))
      }
    </Listed>
  );
}

function UpkeepNotes({ asked }: Asked<"upkeep">) {
  const query = useQuery(api.insights.upkeep.queryOptions({ input: asked, staleTime: 0 }));
  return (
    <Listed query={query} shown={({ notes }) => notes.length}>
      {({ notes }) =>
        notes.map((note) => (
          <Row key={note.noteId} name={<NoteLink {...note} />}>
            {upkeepWords(asked.which, note)}
          </Row>
        ))
      }
    </Listed>
  );
}

function upkeepWords(
  which: Upkeep,
  note: { updatedAt: string; words: number; added: number; removed: number; lost: string[] },
): string {
  switch (which) {
    case "stale":
      return t("Changed {when}", { when: ago(note.updatedAt) });
    case "orphans":
      return wordsOf(note.words);
    case "lost-links":
      return note.lost.map((title) => title || t("A deleted note")).join(", ");
    case "rewritten":
      return t("{change}, {words} kept", {
        change: changeWords(note.added, note.removed),
        words: wordsOf(note.words),
      });
  }
}

type Of<Kind extends Behind["kind"]> = Extract<Behind, { kind: Kind }>;

const CountedNotes = ({ notes }: Pick<Of<"writing">, "notes">) => (
  <ul className="flex flex-col">
    {notes.map((note) => (
      <Row key={note.noteId} name={<NoteLink {...note} />}>
        {wordsOf(note.words)}
      </Row>
    ))}
  </ul>
);

/** Each opens what was written on it. */
function Days({ days }: Pick<Of<"days">, "days">) {
  if (days.length === 0) return <p className="py-8 text-center text-sm text-muted">{t("Nothing here.")}</p>;
  return (
    <ul className="flex flex-col">
      {days.toReversed().map(({ day, written }) => (
        <Row
          key={day}
          name={
            <button
              type="button"
              className={linkClass}
              onClick={() =>
                showBehind({ title: dayWords(day), kind: "notes", asked: { from: day, to: day } })
              }
            >
              {dayWords(day)}
            </button>
          }
        >
          {wordsOf(written)}
        </Row>
      ))}
    </ul>
  );
}

function Events({ events, count }: Pick<Of<"events">, "events" | "count">) {
  return (
    <>
      <EventDays events={events} />
      {count > events.length && (
        <p className="pt-3 text-sm text-muted">
          {t("The latest {shown} of {total}", { shown: figure(events.length), total: figure(count) })}
        </p>
      )}
    </>
  );
}

function EventDays({ events }: Pick<Of<"events">, "events">) {
  return (
    <ul className="flex flex-col">
      {events.toReversed().map(({ eventId, day }) => (
        <li
          key={`${eventId} ${day}`}
          className="flex min-h-11 items-center border-b border-line text-sm last:border-0"
        >
          <Link
            to="/app/calendar"
            search={{ view: "day", on: day } as never}
            className={linkClass}
            onClick={hideBehind}
          >
            {dayWords(day)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
