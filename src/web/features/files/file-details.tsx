import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Download, FileText as NoteIcon, FolderKanban, Image, Link2, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { FileEntry, ListedFile } from "#contract/files.ts";
import { addFileToGallery, isForGallery } from "../../kernel/gallery/add-file.ts";
import { api } from "../../platform/api.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { Time } from "../../ui/dates/time.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { copyLink, download, missedWords, removeFiles } from "./file-mutations.ts";
import { FileText } from "./file-text.tsx";
import { FilePicture } from "./file-picture.tsx";
import { t } from "../../lib/messages/t.ts";

type FileDetailsProps = {
  fileId: string;
  /** It is somebody else's, and can be looked at. */
  isReader?: boolean;
  onClose: () => void;
  onRename: (file: FileEntry) => void;
};

/** One file: what it is, where it is used, and everything that can be done with it. */
export function FileDetails({ fileId, isReader = false, onClose, onRename }: FileDetailsProps) {
  const { data: file, isError } = useQuery(api.files.get.queryOptions({ input: { fileId } }));
  return (
    <Dialog title={file?.name ?? t("File")} isOpen onClose={onClose}>
      {file ? (
        <Known file={file} isReader={isReader} onClose={onClose} onRename={() => onRename(file)} />
      ) : isError ? (
        <p className="text-sm text-muted">{t("This file doesn't exist, or it's in the trash.")}</p>
      ) : (
        <Spinner size={18} />
      )}
    </Dialog>
  );
}

type KnownProps = { file: FileEntry; isReader: boolean; onClose: () => void; onRename: () => void };

function Known({ file, isReader, onClose, onRename }: KnownProps) {
  const { data } = useQuery(
    // Its owner is told where it is used; others see its notes in their list.
    api.files.uses.queryOptions({ input: { fileId: file.id }, staleTime: 0, enabled: !isReader }),
  );
  const project = data?.project ?? null;
  const uses = data?.notes.length ?? 0;
  const listed: ListedFile = { ...file, uses, projectId: project?.id ?? null, sharedBy: null };
  const remove = () => {
    onClose();
    void removeFiles([listed]);
  };
  return (
    <div className="flex flex-col gap-4">
      <Preview file={file} />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <Fact name={t("Type")}>{file.type}</Fact>
        <Fact name={t("Size")}>
          {file.width === null
            ? formatBytes(file.size)
            : t("{size}, {width} × {height} pixels", {
                size: formatBytes(file.size),
                width: file.width,
                height: file.height ?? "",
              })}
        </Fact>
        <Fact name={t("Added")}>
          <Time at={file.createdAt} />
        </Fact>
      </dl>
      {!isReader && <FileText file={file} />}
      <section aria-label={t("Used in")} hidden={isReader}>
        <h3 className="text-sm font-medium">{t("Used in")}</h3>
        {data?.notes.length === 0 && !project && (
          <p className="mt-1 text-sm text-muted">{t("Not used in any note.")}</p>
        )}
        <ul className="mt-1 max-h-40 overflow-y-auto">
          {project && (
            <li>
              <Link
                to="/app/projects/$projectId"
                params={{ projectId: project.id }}
                search={{ tab: "files" } as never}
                className="flex min-h-8 items-center gap-2 rounded-md px-2 text-sm hover:bg-hover pointer-coarse:min-h-11"
              >
                <FolderKanban size={14} className="shrink-0 text-faint" aria-hidden="true" />
                <bdi className="min-w-0 flex-1 truncate">{project.title}</bdi>
              </Link>
            </li>
          )}
          {data?.notes.map((note) => (
            <li key={note.id}>
              <Link
                to="/app/editor/{-$noteId}"
                params={{ noteId: note.id }}
                className="flex min-h-8 items-center gap-2 rounded-md px-2 text-sm hover:bg-hover pointer-coarse:min-h-11"
              >
                <NoteIcon size={14} className="shrink-0 text-faint" aria-hidden="true" />
                <span className="min-w-0 flex-1 truncate">{note.title.trim() || t("Untitled")}</span>
                {note.isTrashed && <span className="text-xs text-faint">{t("in the trash")}</span>}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <div className="flex flex-wrap gap-1.5">
        <Button look="primary" className="px-2.5!" onClick={() => download(file)}>
          <Download size={15} /> {t("Download")}
        </Button>
        <Button className="px-2.5!" onClick={() => copyLink(file)}>
          <Link2 size={15} /> {t("Copy Link")}
        </Button>
        {!isReader && isForGallery(file) && (
          <Button className="px-2.5!" onClick={() => void addFileToGallery(file.id)}>
            <Image size={15} /> {t("Add to Gallery")}
          </Button>
        )}
        {!isReader && (
          <>
            <Button className="px-2.5!" onClick={onRename}>
              <Pencil size={15} /> {t("Rename")}
            </Button>
            <Button className="px-2.5!" onClick={remove}>
              <Trash2 size={15} /> {t("Delete")}
            </Button>
          </>
        )}
      </div>
      {listed.uses > 0 && (
        <p className="text-xs text-muted">
          {t("It stays in the trash for 30 days. {missed}", { missed: missedWords([listed]) })}
        </p>
      )}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

function Preview({ file }: { file: FileEntry }) {
  const frame = "max-h-[40vh] w-full rounded-md bg-pressed object-contain";
  if (file.kind === "image" && file.width !== null)
    return (
      <a href={file.url} target="_blank" rel="noopener">
        <img
          src={file.url}
          alt={file.name}
          width={file.width}
          height={file.height ?? undefined}
          className={`${frame} h-auto`}
        />
      </a>
    );
  // What people upload brings no captions with it.
  if (file.kind === "video" && /mp4|webm/.test(file.type))
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- see above
    return <video src={file.url} controls preload="metadata" aria-label={file.name} className={frame} />;
  if (file.kind === "audio")
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- see above
    return <audio src={file.url} controls preload="metadata" aria-label={file.name} className="w-full" />;
  return (
    <div className="h-28 rounded-md bg-pressed">
      <FilePicture file={file} />
    </div>
  );
}
