import { useQuery } from "@tanstack/react-query";
import { Download, Pencil, Plus, Trash2, Upload } from "lucide-react";
import { useState } from "react";
import { chooseFiles } from "../../lib/choose-files.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { downloadText } from "../../platform/device/download.ts";
import { newId } from "../../platform/ids.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-store.ts";
import { OwnActionDialog } from "./own-action-dialog.tsx";
import { addFromFile, asFile, type Own, ownActionsQuery, readFile, removeOwn } from "./own-actions.ts";

/** Longer files are none of actions. */
const FILE_MAX = 2_000_000;

/** One's own actions: made, changed, deleted, and shared as a file. */
export function OwnActionsSetting() {
  const { data, isError } = useQuery(ownActionsQuery());
  const [edited, setEdited] = useState<Own | null>(null);
  if (!data) return isError ? <p className="text-sm text-muted">{t("You're offline.")}</p> : null;
  const { actions } = data;
  const failed = (error: unknown) =>
    toast.error(errorMessage(error, t("Couldn't reach the server. Try again in a moment.")));
  const open = async () => {
    const [file] = await chooseFiles(".json,application/json");
    if (!file) return;
    const found = file.size > FILE_MAX ? null : readFile(await file.text());
    if (!found) return toast.error(t("This isn't a file of actions."));
    try {
      const added = await addFromFile(found, actions);
      toast.success(plural(added, { one: "{count} action added", other: "{count} actions added" }));
    } catch (error) {
      failed(error);
    }
  };
  return (
    <div className="flex flex-col items-start gap-4">
      {actions.length > 0 ? (
        <ul className="w-full divide-y divide-line rounded-md border border-line">
          {actions.map((action) => (
            <li key={action.id} className="flex items-center gap-2 px-3 py-2">
              <div className="min-w-0 flex-1">
                <p dir="auto" className="truncate font-medium">
                  {action.name}
                </p>
                <p dir="auto" className="truncate text-xs text-muted">
                  {action.instruction}
                </p>
              </div>
              <IconButton
                label={t("Edit {name}", { name: action.name })}
                className="pointer-coarse:size-11"
                onClick={() => setEdited(action)}
              >
                <Pencil size={15} />
              </IconButton>
              <IconButton
                label={t("Delete {name}", { name: action.name })}
                className="pointer-coarse:size-11"
                onClick={() => void removeOwn(action).catch(failed)}
              >
                <Trash2 size={15} />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-muted">
          {t("None yet. For example: “Rewrite {selection} by the rules of {note}.”", {
            selection: "{selection}",
            note: t("[[Style]]"),
          })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          className="pointer-coarse:h-11"
          onClick={() => setEdited({ id: newId(), name: "", instruction: "", outcome: "replace" })}
        >
          <Plus size={15} /> {t("Add an action")}
        </Button>
        <Button look="quiet" className="pointer-coarse:h-11" onClick={() => void open()}>
          <Upload size={15} /> {t("Import from a file")}
        </Button>
        {actions.length > 0 && (
          <Button
            look="quiet"
            className="pointer-coarse:h-11"
            onClick={() => downloadText("cairn-actions.json", asFile(actions), "application/json")}
          >
            <Download size={15} /> {t("Export as a file")}
          </Button>
        )}
      </div>
      {edited && <OwnActionDialog action={edited} onClose={() => setEdited(null)} />}
    </div>
  );
}
