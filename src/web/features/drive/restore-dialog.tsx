import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { BackupPlaceName, StoredBackup } from "#contract/drive-backups.ts";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { clockTime, dayOfYear } from "../../lib/dates.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Select } from "../../ui/overlay/select.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";

type RestoreDialogProps = { place: BackupPlaceName; onClose: () => void };

/** A backup and its passphrase; what is in it is shown by the import before anything is made. */
export function RestoreDialog({ place, onClose }: RestoreDialogProps) {
  const { data, error, refetch } = useQuery({
    ...api.drive.backups.queryOptions({ input: { place } }),
    staleTime: 0,
    retry: false,
    persister: undefined,
  });
  return (
    <Dialog
      title={t("Restore a backup")}
      description={t("You see what's in it before anything is imported. Your present notes stay.")}
      isOpen
      onClose={onClose}
      size="narrow"
    >
      {error ? (
        <div role="alert" className="flex flex-wrap items-center gap-3 text-sm">
          <p className="min-w-0 flex-1 basis-56">{errorMessage(error, t("The server didn't answer."))}</p>
          <Button onClick={() => void refetch()}>{t("Try again")}</Button>
        </div>
      ) : !data ? (
        <SkeletonRows count={3} />
      ) : data.backups.length === 0 ? (
        <p className="text-sm text-muted">{t("There are no backups here yet.")}</p>
      ) : (
        <RestoreForm place={place} backups={data.backups} onClose={onClose} />
      )}
    </Dialog>
  );
}

function nameOf({ madeAt, size, isOwn }: StoredBackup): string {
  const at = new Date(madeAt);
  const values = {
    day: dayOfYear(at),
    time: clockTime(at),
    size: formatBytes(size),
  };
  return isOwn ? t("{day}, {time}, {size}", values) : t("{day}, {time}, {size}, another account", values);
}

function RestoreForm({ place, backups, onClose }: RestoreDialogProps & { backups: StoredBackup[] }) {
  const [id, setId] = useState((backups.find(({ isOwn }) => isOwn) ?? backups[0]!).id);
  const [passphrase, setPassphrase] = useState("");
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const restore = async (event: FormEvent) => {
    event.preventDefault();
    if (passphrase === "") return setError(t("Enter the passphrase."));
    setIsBusy(true);
    try {
      const { importId } = await api.drive.restore.call({ place, id, passphrase });
      onClose();
      openDialog({ kind: "import", importId });
    } catch (fault) {
      setError(errorMessage(fault, t("Couldn't restore the backup. Try again.")));
      setIsBusy(false);
    }
  };
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void restore(event)}>
      <Select label={t("Backup")} value={id} onChange={(event) => setId(event.target.value)}>
        {backups.map((backup) => (
          <option key={backup.id} value={backup.id}>
            {nameOf(backup)}
          </option>
        ))}
      </Select>
      <Field
        label={t("Passphrase")}
        type="password"
        autoComplete="off"
        value={passphrase}
        error={error}
        onChange={(event) => setPassphrase(event.target.value)}
      />
      <DialogActions>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button look="primary" type="submit" isBusy={isBusy}>
          {t("Restore")}
        </Button>
      </DialogActions>
    </form>
  );
}
