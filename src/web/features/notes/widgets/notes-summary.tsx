import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { defineWidget } from "../../../kernel/widgets/widget.ts";
import { WidgetStates } from "../../../kernel/widgets/widget-states.tsx";
import { t } from "../../../lib/messages/t.ts";
import { deferred } from "../../../ui/deferred.tsx";
import { EmptyNotes } from "../empty-notes.tsx";
import { LoadFailed } from "../load-failed.tsx";
import { useCreateNote } from "../use-create-note.ts";
import { noteListOptions } from "../list/note-list-options.ts";
import { NoteRows } from "./note-rows.tsx";

const SHOWN = 4;

// After the notes, for which one comes here; its place is kept.
const GoalLine = deferred(async () => (await import("../../../kernel/insights/goal-line.tsx")).GoalLine);

export const widget = defineWidget({
  link: { to: "/app/explorer", words: t("View All Notes") },
  View: function NotesSummary() {
    const query = useInfiniteQuery(noteListOptions({ trashed: false }));
    const { create } = useCreateNote();
    const notes = (query.data?.pages[0]?.notes ?? []).slice(0, SHOWN);
    if (query.isError && !query.data) return <LoadFailed onRetry={() => void query.refetch()} />;
    if (query.data && notes.length === 0)
      return (
        <EmptyNotes
          view="all"
          isFiltered={false}
          isFolder={false}
          onCreate={() => void create()}
          level={3}
          isOnCard
        />
      );
    return (
      <WidgetStates of={query}>
        <div className="min-h-6">
          <GoalLine />
        </div>
        <NoteRows label={t("Recent notes")} notes={notes} />
        <Link
          to="/app/explorer"
          className="tap mt-1 inline-flex min-h-8 items-center gap-1.5 rounded-md text-sm text-accent hover:underline"
        >
          <Search size={14} aria-hidden="true" /> {t("Search notes")}
        </Link>
      </WidgetStates>
    );
  },
  Preview: deferred(async () => (await import("./notes-preview.tsx")).NotesPreview),
});
