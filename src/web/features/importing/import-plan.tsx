import { useState } from "react";
import type { Import } from "#contract/imports.ts";
import { FolderField } from "../../kernel/folders/folder-field.tsx";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { rpc } from "../../platform/rpc.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-store.ts";
import { ImportItems } from "./import-items.tsx";
import { formatWords, importWords, noteCount, planWords, skippedCount } from "./import-words.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

type ImportPlanProps = {
  found: Import;
  folderId: string | null;
  onChange: (next: Import) => void;
  onClose: () => void;
};

/** The third step: what will be made, before anything is. */
export function ImportPlan({ found, folderId, onChange, onClose }: ImportPlanProps) {
  const [target, setTarget] = useState(folderId);
  const [withSettings, setWithSettings] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const run = async (work: () => Promise<Import>) => {
    setIsBusy(true);
    try {
      onChange(await work());
    } catch (error) {
      toast.error(errorMessage(error, t("Can't reach the server. Your changes are safe; try again.")));
    }
    setIsBusy(false);
  };
  const handleStart = () =>
    run(() => rpc.imports.start({ importId: found.id, folderId: target, withSettings }));
  const handleCancel = async () => {
    onClose();
    await rpc.imports.cancel({ importId: found.id }).catch(() => undefined);
  };
  const { plan, fresh, present, presentRows, warned, warnedRows } = found;
  const isNothingNew = fresh.notes + fresh.tasks + fresh.events === 0 && !found.hasSettings;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4">
      <div role="status" className="flex flex-col gap-1">
        <p className="text-sm text-muted">
          {formatWords(found.format)}: {found.name}
        </p>
        <p className="text-base font-medium">
          {isNothingNew
            ? t("Everything in it is already here.")
            : t("{plan} will be created.", { plan: planWords(found) })}
        </p>
        {present > 0 && !isNothingNew && (
          <p className="text-sm text-muted">
            {t("{notes} from an earlier import won't change.", { notes: noteCount(present) })}
          </p>
        )}
        {presentRows > 0 && !isNothingNew && (
          <p className="text-sm text-muted">
            {plural(presentRows, {
              one: "{count} task or event from an earlier import won't change.",
              other: "{count} tasks and events from an earlier import won't change.",
            })}
          </p>
        )}
        {found.format === "csv" && (
          <p className="text-sm text-muted">
            {t(
              "This isn't a task list from Todoist or TickTick, so its rows become a table in a note. To make tasks of it, import it under Projects.",
            )}
          </p>
        )}
        {plan.skipped > 0 && (
          <p className="text-sm text-warn">
            {t("{files} will be skipped; the list says why.", { files: skippedCount(found) })}
          </p>
        )}
        {warned > 0 && (
          <p className="text-sm text-muted">
            {t("In {notes}, some parts stay as plain text.", { notes: noteCount(warned) })}
          </p>
        )}
      </div>
      <ImportItems importId={found.id} remarks={plan.skipped + warned + warnedRows} />
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        {plan.notes > 0 && (
          <div className="w-full sm:w-64">
            <FolderField
              label={t("Import into")}
              folderId={target}
              topWords={t("No folder")}
              onChange={setTarget}
            />
          </div>
        )}
        {found.hasSettings && (
          <label className="flex h-9 items-center gap-2 text-sm">
            <input
              type="checkbox"
              checked={withSettings}
              onChange={(event) => setWithSettings(event.target.checked)}
              className="size-4 accent-accent"
            />
            {t("Also import its settings, name and picture")}
          </label>
        )}
        <div className="ml-auto flex gap-2">
          <Button onClick={() => void handleCancel()}>{t("Cancel")}</Button>
          <Button look="primary" isBusy={isBusy} disabled={isNothingNew} onClick={() => void handleStart()}>
            {isNothingNew ? t("Nothing to import") : t("Import {notes}", { notes: importWords(found) })}
          </Button>
        </div>
      </div>
    </div>
  );
}
