import { useQuery } from "@tanstack/react-query";
import { KeyRound, Pencil, Plug, Plus } from "lucide-react";
import { useState } from "react";
import type { Token } from "#contract/tokens.ts";
import { confirmed } from "../../../kernel/account/confirm-identity.ts";
import { settle } from "../../../kernel/failed-changes.ts";
import { RetryMark } from "../../../kernel/retry-mark.tsx";
import { dateInWords } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import { api, queryClient } from "../../../platform/api.ts";
import { rpc } from "../../../platform/rpc.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Time } from "../../../ui/dates/time.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { deferred } from "../../../ui/deferred.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { sayFailure } from "../use-security.ts";
import { RenameAppPassword } from "./rename-app-password.tsx";

const NewAppPassword = deferred(async () => (await import("./new-app-password.tsx")).NewAppPassword);

const refresh = () => queryClient.invalidateQueries({ queryKey: api.tokens.key() });

/** What phones and calendar programs sign in with, so that none of them has the account's password. */
export function AppPasswordsSetting() {
  const { data, isError } = useQuery(api.tokens.list.queryOptions({ input: {}, staleTime: 0 }));
  const [isOpen, setIsOpen] = useState(false);
  const [renamed, setRenamed] = useState<Token | null>(null);
  const [busyId, setBusyId] = useState<string | null>(null);
  if (!data) return isError ? <p className="text-sm text-muted">{t("You're offline.")}</p> : null;
  const revoke = async ({ id, name }: Pick<Token, "id" | "name">) => {
    settle(id);
    setBusyId(id);
    try {
      await confirmed(() => rpc.tokens.revoke({ tokenId: id }));
      toast.success(t("“{name}” no longer works. Its program is refused from now on.", { name }));
    } catch (error) {
      sayFailure(error, id, () => revoke({ id, name }));
    }
    await refresh();
    setBusyId(null);
  };
  return (
    <div className="flex flex-col items-start gap-3">
      {data.tokens.length > 0 && (
        <ul className="w-full divide-y divide-line rounded-md border border-line">
          {data.tokens.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              isBusy={busyId === token.id}
              onRename={() => setRenamed(token)}
              onRevoke={() => void revoke(token)}
            />
          ))}
        </ul>
      )}
      <Button onClick={() => setIsOpen(true)}>
        <Plus size={15} /> {t("Create an app password")}
      </Button>
      <Dialog title={t("New app password")} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <NewAppPassword onMade={refresh} onDone={() => setIsOpen(false)} />
      </Dialog>
      <Dialog title={t("Rename app password")} isOpen={renamed !== null} onClose={() => setRenamed(null)}>
        {renamed && <RenameAppPassword token={renamed} onRenamed={refresh} onDone={() => setRenamed(null)} />}
      </Dialog>
    </div>
  );
}

type RowProps = { token: Token; isBusy: boolean; onRename: () => void; onRevoke: () => void };

function TokenRow({ token, isBusy, onRename, onRevoke }: RowProps) {
  const { id, name, scopes, isConnected, lastUsedAt, lastProgram, createdAt, expiresAt } = token;
  const isForMetrics = scopes.includes("metrics:write");
  const isForPrograms = scopes.some((scope) => scope.startsWith("mcp:"));
  const isForScripts = scopes.some((scope) => scope.startsWith("api:"));
  const mayWrite = scopes.some((scope) => /:(?:write|propose)$/.test(scope));
  const Icon = isConnected ? Plug : KeyRound;
  return (
    <li className="flex items-center gap-2 px-3 py-2.5">
      <Icon size={18} className="shrink-0 text-faint" aria-hidden="true" />
      <div className="min-w-0 flex-1 pl-1">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-xs text-faint">
          {isConnected && `${t("connected")} · `}
          {!mayWrite && `${t("read only")} · `}
          {isForPrograms && `${t("AI programs")} · `}
          {isForScripts && `${t("programs of your own")} · `}
          {isForMetrics && `${t("metrics")} · `}
          {lastUsedAt ? (
            <Time at={lastUsedAt} words={(when) => t("used {when}", { when })} />
          ) : (
            <Time at={createdAt} words={(when) => t("created {when}, never used", { when })} />
          )}
          {lastProgram && ` · ${lastProgram}`}
        </p>
        {expiresAt && <Expiry at={expiresAt} />}
      </div>
      <RetryMark id={id} isCompact />
      <IconButton label={t("Rename app password {name}", { name })} onClick={onRename}>
        <Pencil size={15} />
      </IconButton>
      <Button look="quiet" isBusy={isBusy} aria-label={t("Revoke {name}", { name })} onClick={onRevoke}>
        {t("Revoke")}
      </Button>
    </li>
  );
}

/** As of when it was listed. */
function Expiry({ at }: { at: string }) {
  const [now] = useState(Date.now);
  const day = dateInWords(new Date(at));
  return Date.parse(at) <= now ? (
    <p className="text-xs text-danger">{t("Expired on {day}", { day })}</p>
  ) : (
    <p className="text-xs text-faint">{t("Expires on {day}", { day })}</p>
  );
}
