import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FileText as NoteIcon, Paperclip } from "lucide-react";
import { useState } from "react";
import type { FileEntry, ListedFile } from "#contract/files.ts";
import { RetryMark } from "../../kernel/retry-mark.tsx";
import { formatBytes } from "../../lib/format-bytes.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { useIsOffline } from "../../platform/connection.ts";
import { Button } from "../../ui/button.tsx";
import { Time } from "../../ui/dates/time.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { UploadList } from "../../kernel/files/upload-list.tsx";
import { useFileDrop } from "../../kernel/files/use-file-drop.ts";
import { addFiles } from "./add-files.ts";
import { DropHint, FilesButton, useUploadsHere } from "./file-doors.tsx";
import { FileDetails } from "./file-details.tsx";
import { leaveProject } from "./file-mutations.ts";
import { FileMenu } from "./file-menu.tsx";
import { FilePicture } from "./file-picture.tsx";
import { RenameFileDialog } from "./rename-file-dialog.tsx";

const PAGE_SIZE = 60;

type ProjectFilesProps = {
  projectId: string;
  /** Of a project of somebody else one's own files alone can be changed, and taken out. */
  isOwn: boolean;
  /** Whether files can be added here. */
  canAdd: boolean;
  /** The file whose details are open. */
  fileId: string | undefined;
  /** An empty text closes it. */
  onOpen: (fileId: string) => void;
};

/** What was put into a project, and what stands in its notes, the newest first, each with the notes it is in. */
export function ProjectFiles({ projectId, isOwn, canAdd, fileId, onOpen }: ProjectFilesProps) {
  const list = useInfiniteQuery(
    api.files.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        projectId,
        sort: "created" as const,
        cursor,
        limit: PAGE_SIZE,
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      staleTime: 0,
    }),
  );
  const [renaming, setRenaming] = useState<FileEntry | null>(null);
  const files = list.data?.pages.flatMap((page) => page.files) ?? [];
  const opened = files.find(({ id }) => id === fileId);
  const add = (given: File[]) => void addFiles(given, projectId);
  const drop = useFileDrop(add);
  useUploadsHere();
  const button = canAdd && <FilesButton words={t("Add Files")} onFiles={add} />;
  return (
    // As high as a hand aims, with one file as with many.
    <div className="relative min-h-[60dvh]" {...(canAdd && drop.handlers)}>
      {files.length > 0 && canAdd && <div className="mb-3 flex justify-end">{button}</div>}
      <UploadList projectId={projectId} className="mb-3" />
      {list.isPending ? (
        <SkeletonRows count={4} />
      ) : !list.data ? (
        <LoadFailed onRetry={() => void list.refetch()} />
      ) : files.length === 0 ? (
        <EmptyState
          icon={<Paperclip size={20} />}
          title={t("No files in this project yet")}
          {...(button && { action: button })}
        >
          {canAdd
            ? t("Drop files here, or add pictures, videos or attachments to a note in the project's folder.")
            : t("Files put into the project, and those in its notes, appear here.")}
        </EmptyState>
      ) : (
        <ul aria-label={t("Files")} className="sm:-mx-3">
          {files.map((file) => (
            <li key={file.id}>
              <Row
                file={file}
                canLeave={file.projectId === projectId && (isOwn || file.sharedBy === null)}
                onOpen={() => onOpen(file.id)}
                onRename={() => setRenaming(file)}
              />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button className="mt-2" isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t("Show more")}
        </Button>
      )}
      {fileId && !renaming && (
        <FileDetails
          key={fileId}
          fileId={fileId}
          isReader={opened ? opened.sharedBy !== null : !isOwn}
          onClose={() => onOpen("")}
          onRename={setRenaming}
        />
      )}
      {renaming && <RenameFileDialog file={renaming} onClose={() => setRenaming(null)} />}
      {drop.isOver && <DropHint words={t("Drop files to add them to the project")} />}
    </div>
  );
}

type RowProps = {
  file: ListedFile;
  canLeave: boolean;
  onOpen: () => void;
  onRename: () => void;
};

function Row({ file, canLeave, onOpen, onRename }: RowProps) {
  const { name, size, createdAt, notes = [], sharedBy, projectId } = file;
  return (
    <article className="relative flex min-h-14 items-center gap-3 rounded-md py-1 hover:bg-hover sm:px-3">
      <span className="grid size-10 shrink-0 overflow-hidden rounded-md bg-pressed">
        <FilePicture file={file} isSmall />
      </span>
      <div className="min-w-0 flex-1">
        <button
          type="button"
          dir="auto"
          title={name}
          onClick={onOpen}
          className="row-link block max-w-full truncate text-start text-sm font-medium"
        >
          {name}
        </button>
        <p className="flex min-w-0 items-center gap-2 text-xs text-muted">
          <span className="shrink-0">{formatBytes(size)}</span>
          {sharedBy && projectId && (
            <bdi className="min-w-0 truncate">{t("Added by {name}", { name: sharedBy.name })}</bdi>
          )}
          {notes.map(({ id, title }, index) => (
            // A phone has room for one.
            <Link
              key={id}
              to="/app/editor/{-$noteId}"
              params={{ noteId: id }}
              className={`tap relative z-10 inline-flex min-h-6 min-w-0 items-center gap-1 hover:underline ${index > 0 ? "max-sm:hidden" : ""}`}
            >
              <NoteIcon size={12} aria-hidden="true" className="shrink-0 text-faint" />
              <bdi className="truncate">{title.trim() || t("Untitled")}</bdi>
            </Link>
          ))}
        </p>
      </div>
      <Time at={createdAt} className="shrink-0 text-xs text-muted max-sm:hidden" />
      <RetryMark id={file.id} isCompact />
      <span className="relative z-10">
        <FileMenu
          file={file}
          onOpen={onOpen}
          onRename={onRename}
          isReader={sharedBy !== null}
          leave={
            canLeave ? { words: t("Remove From Project"), run: () => void leaveProject(file) } : undefined
          }
        />
      </span>
    </article>
  );
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const isOffline = useIsOffline();
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-16 text-center text-sm text-muted">
      <p>{isOffline ? t("Can't load files while offline.") : t("Failed to load your files")}</p>
      <Button onClick={onRetry}>{t("Try again")}</Button>
    </div>
  );
}
