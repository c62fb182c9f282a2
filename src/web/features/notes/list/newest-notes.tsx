import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import type { ComponentType } from "react";
import type { Note } from "#contract/notes.ts";
import { t } from "../../../lib/messages/t.ts";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { EmptyNotes } from "../empty-notes.tsx";
import { LoadFailed } from "../load-failed.tsx";
import { noteListOptions } from "./note-list-options.ts";

/** To go on with; the sidebar and the explorer list more. */
const SHOWN = 3;

type Props = {
  Row: ComponentType<{ note: Note }>;
  allAt: "/app/explorer" | "/mobile/notes";
  onCreate: () => void;
};

/** The notes last written, of a dashboard on any device. */
export function NewestNotes({ Row, allAt, onCreate }: Props) {
  const { data, error, isPending, refetch } = useInfiniteQuery(noteListOptions({ trashed: false }));
  const notes = data?.pages[0]?.notes ?? [];
  return (
    <section aria-labelledby="recent" data-tour="notes-list" className="mt-6 md:mt-10">
      <div className="flex items-center justify-between gap-3 px-3 pb-2">
        <h2 id="recent" className="text-sm font-medium text-muted">
          {t("Continue")}
        </h2>
        {notes.length > 0 && (
          <Link
            to={allAt}
            className="tap flex items-center gap-1 rounded-md text-sm text-accent hover:underline"
          >
            {t("View All Notes")} <ArrowRight size={14} aria-hidden="true" />
          </Link>
        )}
      </div>
      {isPending ? (
        <SkeletonRows count={SHOWN} />
      ) : error && !data ? (
        <LoadFailed onRetry={() => void refetch()} />
      ) : notes.length === 0 ? (
        <EmptyNotes view="all" isFiltered={false} isFolder={false} onCreate={onCreate} level={3} />
      ) : (
        <ul className="flex flex-col gap-0.5">
          {notes.slice(0, SHOWN).map((note) => (
            <li key={note.id}>
              <Row note={note} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
