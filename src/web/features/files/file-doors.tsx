import { useQueryClient } from "@tanstack/react-query";
import { Upload as UploadIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import { useUser } from "../../platform/session.ts";
import { startUploads } from "../../platform/uploads/uploads.ts";
import { Button } from "../../ui/button.tsx";
import { usageOptions } from "./files-query.ts";
import { t } from "../../lib/messages/t.ts";

/** What waits on this device is shown and sent here too; the limits are known before the first file is chosen. */
export function useUploadsHere(): void {
  const userId = useUser()?.id;
  const client = useQueryClient();
  useEffect(() => {
    if (userId) void startUploads(userId);
    void client.prefetchQuery(usageOptions());
  }, [userId, client]);
}

/** Over the place onto which files are held. */
export const DropHint = ({ words = t("Drop files to upload them") }: { words?: string }) => (
  <div className="pointer-events-none absolute inset-2 z-30 grid place-items-center rounded-md border-2 border-dashed border-accent bg-accent-soft">
    <p className="rounded-md bg-raised px-4 py-2 font-medium">{words}</p>
  </div>
);

type FilesButtonProps = { words: string; onFiles: (files: File[]) => void };

/** Asks the device for files, many at once. */
export function FilesButton({ words, onFiles }: FilesButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look="primary" onClick={() => input.current?.click()}>
        <UploadIcon size={15} /> {words}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t("Files to upload")}
        onChange={(event) => {
          const given = [...(event.target.files ?? [])];
          event.target.value = "";
          onFiles(given);
        }}
      />
    </>
  );
}
