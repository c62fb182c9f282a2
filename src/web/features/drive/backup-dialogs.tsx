import { type FormEvent, useState } from "react";
import type { BackupKeep, BackupPlaceName } from "#contract/drive-backups.ts";
import { PASSPHRASE_MIN, USUAL_KEEP } from "#contract/wire/backup-figures.ts";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { changeBackups, startBackups } from "./backup-mutations.ts";

type Asked = { place: BackupPlaceName; onClose: () => void };

/** A passphrase, asked for twice: nobody could find it again. */
export function StartDialog({ place, onClose }: Asked) {
  const [passphrase, setPassphrase] = useState("");
  const [again, setAgain] = useState("");
  const [errors, setErrors] = useState<{ passphrase?: string; again?: string }>({});
  const [isBusy, setIsBusy] = useState(false);
  const start = async (event: FormEvent) => {
    event.preventDefault();
    const found = {
      ...(passphrase.length < PASSPHRASE_MIN && {
        passphrase: t("Use at least {count} characters.", { count: PASSPHRASE_MIN }),
      }),
      ...(again !== passphrase && { again: t("The passphrases don't match.") }),
    };
    setErrors(found);
    if (found.passphrase || found.again) return;
    setIsBusy(true);
    const isDone = await startBackups(place, passphrase);
    setIsBusy(false);
    if (isDone) onClose();
  };
  return (
    <Dialog
      title={t("Passphrase for backups")}
      description={t(
        "Backups can be opened only with this passphrase. Cairn doesn't store it and can't recover it, so write it down somewhere safe.",
      )}
      isOpen
      onClose={onClose}
      size="narrow"
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void start(event)}>
        <Field
          label={t("Passphrase")}
          type="password"
          autoComplete="new-password"
          value={passphrase}
          error={errors.passphrase}
          hint={t("At least {count} characters; a few words work well.", { count: PASSPHRASE_MIN })}
          onChange={(event) => setPassphrase(event.target.value)}
        />
        <Field
          label={t("Repeat the passphrase")}
          type="password"
          autoComplete="new-password"
          value={again}
          error={errors.again}
          onChange={(event) => setAgain(event.target.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button look="primary" type="submit" isBusy={isBusy}>
            {t("Back up every night")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const PERIODS: [keyof BackupKeep, string][] = [
  ["daily", t("Daily backups")],
  ["weekly", t("Weekly backups")],
  ["monthly", t("Monthly backups")],
];
const MOST = 100;

export function KeepDialog({ place, keep, onClose }: Asked & { keep: BackupKeep }) {
  const [values, setValues] = useState<Record<keyof BackupKeep, string>>({
    daily: String(keep.daily),
    weekly: String(keep.weekly),
    monthly: String(keep.monthly),
  });
  const [isBusy, setIsBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    const read = (period: keyof BackupKeep, least: number) => {
      const number = Math.round(Number(values[period]));
      return Number.isFinite(number) && values[period].trim() !== ""
        ? Math.min(MOST, Math.max(least, number))
        : USUAL_KEEP[period];
    };
    const isDone = await changeBackups(place, {
      daily: read("daily", 1),
      weekly: read("weekly", 0),
      monthly: read("monthly", 0),
    });
    setIsBusy(false);
    if (isDone) onClose();
  };
  return (
    <Dialog
      title={t("How many backups to keep")}
      description={t("Older ones are removed once a new backup has arrived complete.")}
      isOpen
      onClose={onClose}
      size="small"
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void save(event)}>
        {PERIODS.map(([period, label]) => (
          <Field
            key={period}
            label={label}
            type="number"
            inputMode="numeric"
            min={period === "daily" ? 1 : 0}
            max={MOST}
            value={values[period]}
            onChange={(event) => setValues({ ...values, [period]: event.target.value })}
          />
        ))}
        <DialogActions>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button look="primary" type="submit" isBusy={isBusy}>
            {t("Save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
