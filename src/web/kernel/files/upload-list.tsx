import { clsx } from "clsx";
import { RotateCcw, X } from "lucide-react";
import { formatBytes } from "../../lib/format-bytes.ts";
import { cancelUpload, retryUpload, type Upload, useUploads } from "../../platform/uploads/uploads.ts";
import { IconButton } from "../../ui/button.tsx";
import { Bar } from "../../ui/bar.tsx";
import { t } from "../../lib/messages/t.ts";

const words = ({ state, sent, size, message }: Upload): string => {
  if (state === "done") return t("Uploaded");
  if (state === "failed") return message || t("Not uploaded");
  if (state === "sending") return t("{sent} of {size}", { sent: formatBytes(sent), size: formatBytes(size) });
  return t("Waiting for the server");
};

type UploadListProps = {
  /** Those alone that go there. */
  into?: Upload["into"];
  projectId?: string;
  className?: string;
};

/** What is on its way from this device, whichever page it was put in on. */
export function UploadList({ into, projectId, className = "mx-4 mb-3" }: UploadListProps) {
  const all = useUploads((state) => state.uploads);
  const uploads = [...all.values()].filter(
    (upload) => (!into || upload.into === into) && (!projectId || upload.projectId === projectId),
  );
  if (uploads.length === 0) return null;
  return (
    <section
      aria-label={t("Uploads")}
      className={clsx("rounded-md border border-line bg-panel p-1", className)}
    >
      <ul className="max-h-40 overflow-y-auto">
        {uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  );
}

function UploadRow({ upload }: { upload: Upload }) {
  const { id, name, state, sent, size } = upload;
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-3 px-2 py-1 text-sm sm:flex-nowrap">
      <span className="min-w-0 flex-1 basis-32 truncate">{name}</span>
      <span className={state === "failed" ? "min-w-0 text-danger" : "text-muted tabular-nums"}>
        {words(upload)}
      </span>
      {(state === "sending" || state === "waiting") && (
        <Bar
          label={t("Uploading {name}", { name })}
          as="progressbar"
          part={sent / Math.max(1, size)}
          className="w-24"
        />
      )}
      <span className="ms-auto flex shrink-0">
        {state === "failed" && (
          <IconButton
            label={t("Retry {name}", { name })}
            className="pointer-coarse:size-11"
            onClick={() => retryUpload(id)}
          >
            <RotateCcw size={15} />
          </IconButton>
        )}
        {state !== "done" && (
          <IconButton
            label={t("Cancel {name}", { name })}
            className="pointer-coarse:size-11"
            onClick={() => void cancelUpload(id)}
          >
            <X size={15} />
          </IconButton>
        )}
      </span>
    </li>
  );
}
