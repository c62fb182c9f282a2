import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FileText, Search } from "lucide-react";
import type { Note } from "#contract/notes.ts";
import { titleOf } from "../../../kernel/notes/note-title.ts";
import { defineWidget } from "../../../kernel/widgets/widget.ts";
import { NothingYet, WidgetStates } from "../../../kernel/widgets/widget-states.tsx";
import { t } from "../../../lib/messages/t.ts";
import { Time } from "../../../ui/dates/time.tsx";
import { noteListOptions } from "../list/note-list-options.ts";

const SHOWN = 4;

type RowProps = { title: string; excerpt: string; at: string; noteId?: string };

function Row({ title, excerpt, at, noteId }: RowProps) {
  return (
    <li
      {...(noteId && { "data-note-id": noteId })}
      className="relative flex min-h-12 items-center gap-3 rounded-md px-2 text-sm hover:bg-hover"
    >
      <FileText size={15} aria-hidden="true" className="shrink-0 text-faint" />
      <span className="min-w-0 flex-1">
        {noteId ? (
          <Link
            to="/app/editor/{-$noteId}"
            params={{ noteId }}
            dir="auto"
            className="row-link block truncate font-medium"
          >
            {title}
          </Link>
        ) : (
          <span className="block truncate font-medium">{title}</span>
        )}
        {excerpt && (
          <span dir="auto" className="block truncate text-xs text-muted">
            {excerpt}
          </span>
        )}
      </span>
      <Time at={at} className="shrink-0 text-xs text-faint" />
    </li>
  );
}

const rowOf = (note: Note): RowProps => ({
  title: titleOf(note),
  excerpt: note.excerpt,
  at: note.updatedAt,
  noteId: note.id,
});

export const widget = defineWidget({
  link: { to: "/app/explorer", words: t("View All Notes") },
  View: function NotesSummary() {
    const query = useInfiniteQuery(noteListOptions({ trashed: false }));
    const notes = (query.data?.pages[0]?.notes ?? []).slice(0, SHOWN);
    return (
      <WidgetStates
        of={query}
        empty={
          notes.length === 0 && (
            <NothingYet>{t("No notes yet. Press New Note and write the first one.")}</NothingYet>
          )
        }
      >
        <ul aria-label={t("Recent notes")} className="-mx-2">
          {notes.map((note) => (
            <Row key={note.id} {...rowOf(note)} />
          ))}
        </ul>
        <Link
          to="/app/explorer"
          className="tap mt-1 inline-flex min-h-8 items-center gap-1.5 rounded-md text-sm text-accent hover:underline"
        >
          <Search size={14} aria-hidden="true" /> {t("Search notes")}
        </Link>
      </WidgetStates>
    );
  },
  Preview: function NotesSummaryPreview() {
    const at = new Date().toISOString();
    return (
      <ul className="-mx-2">
        <Row title={t("Dry stone walls")} excerpt={t("Two faces and hearting between them")} at={at} />
        <Row title={t("Ideas for the orchard")} excerpt={t("Quince beside the old pear")} at={at} />
        <Row title={t("Reading list")} excerpt={t("What Ana lent me")} at={at} />
      </ul>
    );
  },
});
