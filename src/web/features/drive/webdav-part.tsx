import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { useIsOffline } from "../../platform/connection.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { connectWebdav, forgetWebdav } from "./backup-mutations.ts";
import { BackupPart } from "./backup-part.tsx";
import { ChosenFiles } from "./chosen-files.tsx";
import { ExportFolder } from "./export-folder.tsx";
import { ItemLists } from "./item-lists.tsx";
import { noteConnected } from "./known-connection.ts";
import { WebdavPicker } from "./webdav-picker.tsx";

type Asking = "connect" | "forget" | "choose" | null;

/** A WebDAV server, such as Nextcloud or a NAS: files come from it, notes and backups go there. */
export function WebdavPart() {
  const isOffline = useIsOffline();
  const { data } = useQuery(api.drive.webdav.queryOptions({ staleTime: 0 }));
  const [asking, setAsking] = useState<Asking>(null);
  const [chosen, setChosen] = useState<string[]>([]);
  const isConnected = data && data.connection !== null;
  useEffect(() => {
    if (isConnected !== undefined) noteConnected(isConnected, "webdav");
  }, [isConnected]);
  if (!data) return null;
  const { connection } = data;
  const close = () => setAsking(null);
  return (
    <div className="flex flex-col gap-4">
      {connection && (
        <p className="text-sm wrap-anywhere">
          {connection.username
            ? t("{url}, as {username}", { url: connection.url, username: connection.username })
            : connection.url}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {connection && (
          <Button
            look="primary"
            disabled={isOffline}
            className="pointer-coarse:h-11"
            onClick={() => setAsking("choose")}
          >
            {t("Choose files to import...")}
          </Button>
        )}
        <Button disabled={isOffline} className="pointer-coarse:h-11" onClick={() => setAsking("connect")}>
          {connection ? t("Change...") : t("Connect WebDAV...")}
        </Button>
        {connection && (
          <Button disabled={isOffline} className="pointer-coarse:h-11" onClick={() => setAsking("forget")}>
            {t("Disconnect...")}
          </Button>
        )}
      </div>
      {connection && chosen.length > 0 && (
        <ChosenFiles source="webdav" ids={chosen} onDone={() => setChosen([])} />
      )}
      {connection && (
        <>
          <BackupPart place="webdav" isOff={isOffline} />
          <ExportFolder isOff={isOffline} source="webdav" />
        </>
      )}
      <ItemLists isOff={isOffline || !connection} source="webdav" />
      {asking === "choose" && <WebdavPicker onClose={close} onChoose={setChosen} />}
      {asking === "connect" && (
        <ConnectDialog
          before={{ url: connection?.url ?? "", username: connection?.username ?? "" }}
          onClose={close}
        />
      )}
      {asking === "forget" && <ForgetDialog onClose={close} />}
    </div>
  );
}

type ConnectDialogProps = { before: { url: string; username: string }; onClose: () => void };

function ConnectDialog({ before, onClose }: ConnectDialogProps) {
  const [account, setAccount] = useState({ ...before, password: "" });
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const set = (change: Partial<typeof account>) => setAccount({ ...account, ...change });
  const connect = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    const fault = await connectWebdav(account);
    setIsBusy(false);
    setError(fault);
    if (fault === null) onClose();
  };
  return (
    <Dialog
      title={t("Connect WebDAV")}
      description={t("Cairn makes a folder for backups there, and stores the password encrypted.")}
      isOpen
      onClose={onClose}
      size="narrow"
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void connect(event)}>
        <Field
          label={t("Address of a folder")}
          type="url"
          inputMode="url"
          autoComplete="off"
          value={account.url}
          hint={t("In Nextcloud: Files settings, WebDAV.")}
          onChange={(event) => set({ url: event.target.value })}
        />
        <Field
          label={t("User name")}
          autoComplete="off"
          value={account.username}
          onChange={(event) => set({ username: event.target.value })}
        />
        <Field
          label={t("Password")}
          type="password"
          autoComplete="off"
          hint={t("Use an app password if your server offers them.")}
          value={account.password}
          onChange={(event) => set({ password: event.target.value })}
        />
        {error !== null && (
          <p role="alert" className="text-sm text-danger">
            {error}
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button look="primary" type="submit" isBusy={isBusy}>
            {t("Connect")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function ForgetDialog({ onClose }: { onClose: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const forget = async () => {
    setIsBusy(true);
    const isDone = await forgetWebdav();
    setIsBusy(false);
    if (isDone) onClose();
  };
  return (
    <Dialog
      title={t("Disconnect WebDAV?")}
      description={t(
        "Nightly backups stop, and Cairn forgets the password. Your notes, and all files and backups there, stay.",
      )}
      isOpen
      onClose={onClose}
      size="small"
    >
      <DialogActions>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button look="danger" isBusy={isBusy} onClick={() => void forget()}>
          {t("Disconnect")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
