import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ServerFolder } from "#contract/drive-folder.ts";
import { FolderField } from "../../kernel/folders/folder-field.tsx";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { useIsOffline } from "../../platform/connection.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { BackupPart } from "./backup-part.tsx";
import { ExportFolder } from "./export-folder.tsx";
import { connectFolder, disconnectFolder } from "./folder-mutations.ts";
import { ItemLists } from "./item-lists.tsx";
import { noteConnected } from "./known-connection.ts";

/** The account's folder on the server's disk: what lies there comes in, and notes and backups go there. */
export function FolderPart() {
  const isOffline = useIsOffline();
  const { data } = useQuery(api.drive.folder.queryOptions({ staleTime: 0 }));
  const isConnected = data && data.connection !== null && data.isSetUp;
  useEffect(() => {
    if (isConnected !== undefined) noteConnected(isConnected, "folder");
  }, [isConnected]);
  if (!data) return null;
  const { connection, isSetUp } = data;
  if (!isSetUp)
    return (
      <p className="text-sm text-muted">
        {t("Your server's administrator hasn't set a folder for this (WATCHED_FOLDER).")}
      </p>
    );
  const isOff = isOffline || !connection;
  return (
    <div className="flex flex-col gap-4">
      {connection ? (
        <Connected connection={connection} isOffline={isOffline} />
      ) : (
        <Connect isOffline={isOffline} />
      )}
      {connection && (
        <>
          <BackupPart place="folder" isOff={isOff} />
          <ExportFolder isOff={isOff} source="folder" />
        </>
      )}
      <ItemLists isOff={isOff} source="folder" />
    </div>
  );
}

function Connect({ isOffline }: { isOffline: boolean }) {
  const [folderId, setFolderId] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const connect = async () => {
    setIsBusy(true);
    await connectFolder(folderId);
    setIsBusy(false);
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="max-w-md">
        <FolderField
          label={t("New notes go into")}
          folderId={folderId}
          topWords={t("No folder")}
          onChange={setFolderId}
        />
      </div>
      <Button
        look="primary"
        isBusy={isBusy}
        disabled={isOffline}
        className="self-start pointer-coarse:h-11"
        onClick={() => void connect()}
      >
        {t("Make a folder")}
      </Button>
    </div>
  );
}

type ConnectedProps = { connection: NonNullable<ServerFolder["connection"]>; isOffline: boolean };

function Connected({ connection, isOffline }: ConnectedProps) {
  const { path, folderId, message, leftOut } = connection;
  const [isAsking, setIsAsking] = useState(false);
  return (
    <section aria-label={t("Connection")} className="flex flex-col gap-3 rounded-md border border-line p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-56 text-sm">
          <span className="block text-muted">{t("Put files here")}</span>
          <code dir="ltr" className="block select-all wrap-anywhere">
            {path}
          </code>
        </p>
        <Button disabled={isOffline} className="pointer-coarse:h-11" onClick={() => setIsAsking(true)}>
          {t("Disconnect...")}
        </Button>
      </div>
      {message !== null && (
        <p role="alert" className="rounded-md bg-warn-soft p-3 text-sm">
          {t("{reason} Cairn keeps trying.", { reason: message })}
        </p>
      )}
      {leftOut > 0 && (
        <p className="rounded-md bg-warn-soft p-3 text-sm">
          {plural(leftOut, {
            one: "{count} file or folder isn't taken in: it can't be read, lies too deep, or is one too many.",
            other:
              "{count} files or folders aren't taken in: they can't be read, lie too deep, or are too many.",
          })}
        </p>
      )}
      <div className="max-w-md">
        <FolderField
          label={t("New notes go into")}
          folderId={folderId}
          topWords={t("No folder")}
          onChange={(chosen) => void connectFolder(chosen)}
        />
      </div>
      {isAsking && <DisconnectDialog onClose={() => setIsAsking(false)} />}
    </section>
  );
}

function DisconnectDialog({ onClose }: { onClose: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const disconnect = async () => {
    setIsBusy(true);
    const isDone = await disconnectFolder();
    setIsBusy(false);
    if (isDone) onClose();
  };
  return (
    <Dialog
      title={t("Disconnect the folder?")}
      description={t(
        "Cairn no longer looks for new files there, and nightly backups into it stop. Your notes, and all files in the folder, stay.",
      )}
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
