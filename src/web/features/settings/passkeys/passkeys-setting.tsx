import { Fingerprint, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Passkey } from "#contract/security.ts";
import { confirmed } from "../../../kernel/account/confirm-identity.ts";
import { settle } from "../../../kernel/failed-changes.ts";
import { RetryMark } from "../../../kernel/retry-mark.tsx";
import { Time } from "../../../ui/dates/time.tsx";
import { passkeyObstacle } from "../../../kernel/account/passkey-support.ts";
import { rpc } from "../../../platform/rpc.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { RenameForm } from "./rename-form.tsx";
import { refreshSecurity, sayFailure, useSecurity } from "../use-security.ts";
import { t } from "../../../lib/messages/t.ts";

/** The device's own question was closed, or it has a passkey of this account already. */
const browserWords: Record<string, string | null> = {
  NotAllowedError: null,
  AbortError: null,
  InvalidStateError: t("This device already has a passkey for your account."),
};

/** What marks the Add button when adding failed. */
const NEW_PASSKEY = "new-passkey";

export function PasskeysSetting() {
  const { data: status } = useSecurity();
  const [isBusy, setIsBusy] = useState(false);
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  const obstacle = passkeyObstacle();
  if (!status) return null;
  const run = async (mark: string, work: () => Promise<void>) => {
    settle(mark);
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      const name = error instanceof Error ? error.name : "";
      const words = browserWords[name];
      if (words) toast.error(words);
      else if (words === undefined) sayFailure(error, mark, () => run(mark, work));
    }
    await refreshSecurity();
    setIsBusy(false);
  };
  const add = () =>
    run(NEW_PASSKEY, async () => {
      const options = await confirmed(() => rpc.security.newPasskeyOptions({}));
      const { makePasskey } = await import("../../../kernel/account/passkey.ts");
      const passkey = await makePasskey(options);
      await confirmed(() => rpc.security.addPasskey({ passkey }));
      toast.success(t("You can now sign in with this passkey."));
    });
  const remove = (passkey: Passkey) =>
    run(passkey.id, async () => {
      await confirmed(() => rpc.security.removePasskey({ passkeyId: passkey.id }));
      toast.success(
        t("The passkey “{name}” no longer works. Delete it on its device too.", {
          name: passkey.name,
        }),
      );
    });
  return (
    <div className="flex flex-col items-start gap-3">
      {status.passkeys.length > 0 && (
        <ul className="w-full divide-y divide-line rounded-md border border-line">
          {status.passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setRenamed(passkey)}
              onRemove={() => void remove(passkey)}
            />
          ))}
        </ul>
      )}
      {obstacle ? (
        <p className="text-sm text-muted">{obstacle}</p>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <Button isBusy={isBusy} onClick={() => void add()}>
            <Fingerprint size={15} /> {t("Add a passkey")}
          </Button>
          <RetryMark id={NEW_PASSKEY} />
        </div>
      )}
      <Dialog title={t("Rename passkey")} isOpen={renamed !== null} onClose={() => setRenamed(null)}>
        {renamed && <RenamePasskey passkey={renamed} onDone={() => setRenamed(null)} />}
      </Dialog>
    </div>
  );
}

type RowProps = { passkey: Passkey; onRename: () => void; onRemove: () => void };

function PasskeyRow({ passkey, onRename, onRemove }: RowProps) {
  const { id, name, createdAt, lastUsedAt, worksAt } = passkey;
  return (
    <li className="flex items-center gap-2 px-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-xs text-faint">
          {worksAt !== location.hostname && `${t("for {place}", { place: worksAt })} · `}
          <Time at={createdAt} words={(when) => t("added {when}", { when })} />
          {lastUsedAt && <Time at={lastUsedAt} words={(when) => ` · ${t("used {when}", { when })}`} />}
        </p>
      </div>
      <RetryMark id={id} isCompact />
      <IconButton label={t("Rename passkey {name}", { name })} onClick={onRename}>
        <Pencil size={15} />
      </IconButton>
      <IconButton label={t("Remove passkey {name}", { name })} onClick={onRemove}>
        <Trash2 size={15} />
      </IconButton>
    </li>
  );
}

function RenamePasskey({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const rename = async (name: string) => {
    await rpc.security.renamePasskey({ passkeyId: passkey.id, name });
    await refreshSecurity();
  };
  return <RenameForm id={passkey.id} name={passkey.name} onRename={rename} onDone={onDone} />;
}
