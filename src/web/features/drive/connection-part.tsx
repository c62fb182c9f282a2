import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DriveStatus } from "#contract/drive.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { connectDrive, disconnectDrive } from "./drive-mutations.ts";

/** A page of the server's own, outside of the app: it runs Google's script. */
const PICKER = "/api/drive/picker";

type ConnectionPartProps = {
  connection: NonNullable<DriveStatus["connection"]>;
  canPick: boolean;
  isOffline: boolean;
};

/** Whose account is connected, and what can be done with it. */
export function ConnectionPart({ connection, canPick, isOffline }: ConnectionPartProps) {
  const { email, needsReconnect } = connection;
  const [isAsking, setIsAsking] = useState(false);
  return (
    <section aria-label={t("Connection")} className="flex flex-col gap-3 rounded-md border border-line p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-56 text-sm">
          <span className="block text-muted">{t("Connected account")}</span>
          <bdi className="block truncate font-medium">{email}</bdi>
        </p>
        <Button className="pointer-coarse:h-11" onClick={() => setIsAsking(true)}>
          {t("Disconnect...")}
        </Button>
      </div>
      {needsReconnect ? (
        <div role="alert" className="flex flex-wrap items-center gap-3 rounded-md bg-warn-soft p-3 text-sm">
          <p className="min-w-0 flex-1 basis-56">
            {t("Google no longer accepts this connection. Connect again to continue.")}
          </p>
          <Button
            look="primary"
            disabled={isOffline}
            className="pointer-coarse:h-11"
            onClick={() => void connectDrive()}
          >
            {t("Connect again")}
          </Button>
        </div>
      ) : canPick && !isOffline ? (
        <div className="flex flex-wrap items-center gap-3">
          <a href={PICKER} className={buttonClass("primary", "pointer-coarse:h-11")}>
            {t("Choose files to import")}
          </a>
          <p className="text-sm text-muted">{t("Opens Google's file picker.")}</p>
        </div>
      ) : (
        <p className="text-sm text-muted">
          {isOffline
            ? t("You're offline.")
            : t(
                "To import files, your server's administrator has to set an API key. Exporting notes works without one.",
              )}
        </p>
      )}
      {isAsking && <DisconnectDialog email={email} onClose={() => setIsAsking(false)} />}
    </section>
  );
}

function DisconnectDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const { data } = useQuery(api.drive.backup.queryOptions({ input: {} }));
  const disconnect = async () => {
    setIsBusy(true);
    const isDone = await disconnectDrive();
    setIsBusy(false);
    if (isDone) onClose();
  };
  return (
    <Dialog
      title={t("Disconnect Google Drive?")}
      description={
        data?.backup
          ? t(
              "Nightly backups stop. Cairn loses access to {email} and forgets its keys. Your notes, and the files and backups in Google Drive, stay.",
              { email },
            )
          : t(
              "Cairn loses access to {email} and forgets its keys. Your notes, and the files in Google Drive, stay.",
              { email },
            )
      }
      isOpen
      onClose={onClose}
      size="small"
    >
      <DialogActions>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button look="danger" isBusy={isBusy} onClick={() => void disconnect()}>
          {t("Disconnect")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
