import { useState } from "react";
import type { DriveFormat, DriveSource } from "#contract/drive.ts";
import { FolderField } from "../../kernel/folders/folder-field.tsx";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/overlay/select.tsx";
import { exportFolder } from "./drive-mutations.ts";
import { SOURCE_WORDS } from "./source-words.ts";

/** All notes of a folder at once; one note goes by the command palette. */
export function ExportFolder({ isOff, source = "google" }: { isOff: boolean; source?: DriveSource }) {
  const [folderId, setFolderId] = useState<string | null>(null);
  const [format, setFormat] = useState<DriveFormat>("document");
  const [isBusy, setIsBusy] = useState(false);
  const words = SOURCE_WORDS[source];
  const start = async () => {
    if (folderId === null) return;
    setIsBusy(true);
    await exportFolder(folderId, { format, source });
    setIsBusy(false);
  };
  return (
    <section aria-label={words.exportPart} className="flex flex-col gap-3 rounded-md border border-line p-4">
      <h2 className="font-semibold">{words.export}</h2>
      <p className="text-sm text-muted">
        {t("Saves all notes of a folder. One note is exported from the command palette.")}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <FolderField
          label={t("Folder")}
          folderId={folderId}
          topWords={t("Choose a folder")}
          onChange={setFolderId}
        />
        {source === "google" && (
          <Select
            label={t("Format")}
            value={format}
            onChange={(event) => setFormat(event.target.value as DriveFormat)}
          >
            <option value="document">{t("Google Docs")}</option>
            <option value="markdown">{t("Markdown files")}</option>
          </Select>
        )}
      </div>
      <Button
        isBusy={isBusy}
        disabled={isOff || folderId === null}
        className="self-start pointer-coarse:h-11"
        onClick={() => void start()}
      >
        {t("Export notes")}
      </Button>
    </section>
  );
}
