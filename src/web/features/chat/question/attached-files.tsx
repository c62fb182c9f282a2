import { File, X } from "lucide-react";
import type { AttachedFile } from "#contract/chat.ts";
import { useUploads } from "../../../platform/uploads/uploads.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { t } from "../../../lib/messages/t.ts";

type AttachedFilesProps = {
  label: string;
  files: readonly AttachedFile[];
  /** Where they are not asked about yet. */
  onRemove?: (fileId: string) => void;
  className?: string;
};

/** Files of a question: pictures small, others by name. */
export function AttachedFiles({ label, files, onRemove, className = "" }: AttachedFilesProps) {
  if (files.length === 0) return null;
  return (
    <ul aria-label={label} className={`flex max-w-full flex-wrap gap-1.5 ${className}`}>
      {files.map((file) => (
        <li
          key={file.id}
          className="flex h-10 max-w-56 min-w-0 items-center gap-1.5 rounded-md border border-line bg-bg text-sm"
        >
          <Chip file={file} />
          {onRemove && (
            <button
              type="button"
              aria-label={t("Leave out {name}", { name: file.name })}
              onClick={() => onRemove(file.id)}
              className="tap grid h-full w-8 shrink-0 place-items-center text-faint hover:text-ink"
            >
              <X size={14} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Chip({ file: { id, name, type, isGone } }: { file: AttachedFile }) {
  const upload = useUploads(({ uploads }) => uploads.get(id));
  const isOnItsWay = upload !== undefined && upload.state !== "done";
  const isPicture = type.startsWith("image/");
  const inner = (
    <>
      {isOnItsWay && upload.state !== "failed" ? (
        <Spinner size={14} />
      ) : isPicture && !isGone && !isOnItsWay ? (
        <img src={`/files/${id}/thumb`} alt="" className="size-7 shrink-0 rounded-sm object-cover" />
      ) : (
        <File size={15} aria-hidden="true" className="shrink-0 text-muted" />
      )}
      <span dir="auto" className="min-w-0 truncate">
        {name || t("Deleted file")}
      </span>
      {upload?.state === "failed" && <span className="shrink-0 text-danger">{t("Not uploaded")}</span>}
      {isGone && name && <span className="shrink-0 text-muted">{t("(deleted)")}</span>}
    </>
  );
  const look = "flex h-full min-w-0 items-center gap-1.5 px-1.5";
  if (isGone || isOnItsWay) return <span className={look}>{inner}</span>;
  return (
    <a href={`/files/${id}`} target="_blank" rel="noreferrer" className={`${look} tap hover:underline`}>
      {inner}
    </a>
  );
}
