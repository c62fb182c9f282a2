import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { BackupPlaceName, DriveBackup } from "#contract/drive-backups.ts";
import { clockTime } from "../../lib/dates.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { Button } from "../../ui/button.tsx";
import { Time } from "../../ui/dates/time.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { backUpNow, stopBackups } from "./backup-mutations.ts";
import { KeepDialog, StartDialog } from "./backup-dialogs.tsx";
import { RestoreDialog } from "./restore-dialog.tsx";

type Asking = "start" | "keep" | "stop" | "restore" | null;

const INTRO: Record<BackupPlaceName, string> = {
  google: t(
    "Save your whole account to a folder in Google Drive every night, encrypted with a passphrase only you know.",
  ),
  webdav: t(
    "Save your whole account to a folder on your WebDAV server every night, encrypted with a passphrase only you know.",
  ),
  folder: t("Save your whole account there every night, encrypted with a passphrase only you know."),
};

/** The settings show two of them. */
const LABELS: Record<BackupPlaceName, string> = {
  google: t("Backup"),
  webdav: t("Nightly backup to WebDAV"),
  folder: t("Nightly backup to the folder"),
};

type BackupPartProps = { place: BackupPlaceName; isOff: boolean };

/** The nightly backup of the account, and the way back. `isOff`: the place can't be asked just now. */
export function BackupPart({ place, isOff }: BackupPartProps) {
  const { data } = useQuery(api.drive.backup.queryOptions({ input: { place }, staleTime: 0 }));
  const [asking, setAsking] = useState<Asking>(null);
  if (!data) return null;
  const { backup } = data;
  const close = () => setAsking(null);
  return (
    <section aria-label={LABELS[place]} className="flex flex-col gap-3 rounded-md border border-line p-4">
      <h2 className="font-semibold">{t("Nightly backup")}</h2>
      {backup ? <State backup={backup} /> : <p className="text-sm text-muted">{INTRO[place]}</p>}
      <div className="flex flex-wrap gap-2">
        {backup ? (
          <OnButtons {...{ place, backup, isOff }} onAsk={setAsking} />
        ) : (
          <Button
            look="primary"
            disabled={isOff}
            className="pointer-coarse:h-11"
            onClick={() => setAsking("start")}
          >
            {t("Turn on...")}
          </Button>
        )}
        <Button disabled={isOff} className="pointer-coarse:h-11" onClick={() => setAsking("restore")}>
          {t("Restore...")}
        </Button>
      </div>
      {asking === "start" && <StartDialog place={place} onClose={close} />}
      {asking === "keep" && backup && <KeepDialog place={place} keep={backup.keep} onClose={close} />}
      {asking === "stop" && <StopDialog place={place} onClose={close} />}
      {asking === "restore" && <RestoreDialog place={place} onClose={close} />}
    </section>
  );
}

type OnButtonsProps = BackupPartProps & { backup: DriveBackup; onAsk: (asking: Asking) => void };

function OnButtons({ place, backup, isOff, onAsk }: OnButtonsProps) {
  const [isBusy, setIsBusy] = useState(false);
  const begin = async () => {
    setIsBusy(true);
    await backUpNow(place);
    setIsBusy(false);
  };
  return (
    <>
      <Button
        look="primary"
        isBusy={isBusy}
        disabled={isOff || backup.isRunning}
        className="pointer-coarse:h-11"
        onClick={() => void begin()}
      >
        {t("Back up now")}
      </Button>
      <Button disabled={isOff} className="pointer-coarse:h-11" onClick={() => onAsk("keep")}>
        {t("How many to keep...")}
      </Button>
      <Button disabled={isOff} className="pointer-coarse:h-11" onClick={() => onAsk("start")}>
        {t("Change passphrase...")}
      </Button>
      <Button className="pointer-coarse:h-11" onClick={() => onAsk("stop")}>
        {t("Turn off...")}
      </Button>
    </>
  );
}

function State({ backup }: { backup: DriveBackup }) {
  const { keep, isRunning, madeAt, madeBytes, message, nextAt, folder } = backup;
  return (
    <div className="flex flex-col gap-2 text-sm" role="status">
      {isRunning && (
        <p className="inline-flex items-center gap-2">
          <Spinner size={12} /> {t("Backing up...")}
        </p>
      )}
      {message !== null && (
        <p className="rounded-md bg-warn-soft p-3">
          {isRunning
            ? t("{reason} Cairn keeps trying.", { reason: message })
            : t("The last backup failed: {reason}", { reason: message })}
        </p>
      )}
      <p>
        {madeAt === null
          ? t("No backup yet.")
          : t("Last backup: {size}", { size: formatBytes(madeBytes ?? 0) })}{" "}
        {madeAt !== null && <Time at={madeAt} className="text-muted" />}
      </p>
      <p className="text-muted">
        {t("In the folder “{folder}”; keeps {daily} daily, {weekly} weekly and {monthly} monthly backups.", {
          folder,
          ...keep,
        })}{" "}
        {nextAt !== null && !isRunning && t("Next: {time}", { time: nextTime(nextAt) })}
      </p>
    </div>
  );
}

/** Always within a day. */
const nextTime = (at: string): string => clockTime(new Date(at));

function StopDialog({ place, onClose }: { place: BackupPlaceName; onClose: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const stop = async () => {
    setIsBusy(true);
    const isDone = await stopBackups(place);
    setIsBusy(false);
    if (isDone) onClose();
  };
  return (
    <Dialog
      title={t("Turn off nightly backups?")}
      description={t("The backups that were made stay, and still open with their passphrase.")}
      isOpen
      onClose={onClose}
      size="small"
    >
      <DialogActions>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button look="danger" isBusy={isBusy} onClick={() => void stop()}>
          {t("Turn off")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
