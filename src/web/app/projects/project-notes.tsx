import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FileText, FolderOpen } from "lucide-react";
import type { Note } from "#contract/notes.ts";
import type { Project } from "#contract/projects.ts";
import type { SharedFolder } from "#contract/sharing.ts";
import { noteListOptions } from "../../features/notes/list/note-list-options.ts";
import { LoadFault } from "../../kernel/load-fault.tsx";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";

/** The notes of a project: those of its folder. */
export const ProjectNotes = ({ project }: { project: Project }) =>
  project.sharedBy ? <SharedNotes project={project} /> : <OwnNotes project={project} />;

function OwnNotes({ project: { folderId } }: { project: Project }) {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery({
      ...noteListOptions({ trashed: false, folderId: folderId ?? "" }),
      enabled: folderId !== null,
    });
  if (folderId === null)
    return (
      <EmptyState icon={<FileText size={20} />} title={t("This project has no folder")}>
        {t("Its folder was deleted.")}
      </EmptyState>
    );
  if (isPending) return <SkeletonRows count={4} />;
  if (!data) return <LoadFault error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <NoteLines notes={data.pages.flatMap((page) => page.notes)} />
      {hasNextPage && (
        <Button className="mt-2" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("Show more")}
        </Button>
      )}
      <Link to="/app/folders/$folderId" params={{ folderId }} className={buttonClass("plain", "mt-4")}>
        <FolderOpen size={16} aria-hidden="true" /> {t("Open Folder")}
      </Link>
    </>
  );
}

/** Those of somebody else's project that lie in its folder and below, as they are shared. */
function SharedNotes({ project: { folderId } }: { project: Project }) {
  const { data, error, refetch } = useQuery(api.sharing.withMe.queryOptions({ input: {}, staleTime: 0 }));
  if (!data)
    return error ? <LoadFault error={error} onRetry={() => void refetch()} /> : <SkeletonRows count={4} />;
  const inside = foldersBelow(folderId, data.folders);
  const lying = data.notes.filter((shared) => shared.folderId !== null && inside.has(shared.folderId));
  return <NoteLines notes={lying.map(({ note }) => note)} />;
}

function foldersBelow(folderId: string | null, folders: readonly SharedFolder[]): Set<string> {
  const found = new Set(folderId === null ? [] : [folderId]);
  // A set that grows is walked to its end.
  for (const parent of found) for (const { id, parentId } of folders) if (parentId === parent) found.add(id);
  return found;
}

function NoteLines({ notes }: { notes: readonly Pick<Note, "id" | "title" | "excerpt">[] }) {
  if (notes.length === 0)
    return <p className="py-6 text-sm text-muted">{t("Notes in the project's folder appear here.")}</p>;
  return (
    <ul className="sm:-mx-3">
      {notes.map((note) => (
        <li key={note.id}>
          <Link
            to="/app/editor/{-$noteId}"
            params={{ noteId: note.id }}
            className="block rounded-md px-3 py-2 hover:bg-hover max-sm:px-0"
          >
            <bdi className="block truncate font-medium">{titleOf(note)}</bdi>
            <span dir="auto" className="line-clamp-1 text-sm wrap-anywhere text-muted">
              {note.excerpt}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
