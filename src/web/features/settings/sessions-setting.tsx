import { Laptop, Smartphone } from "lucide-react";
import { useState } from "react";
import type { SessionEntry } from "#contract/security.ts";
import { confirmed } from "../../kernel/account/confirm-identity.ts";
import { settle } from "../../kernel/failed-changes.ts";
import { RetryMark } from "../../kernel/retry-mark.tsx";
import { Time } from "../../ui/dates/time.tsx";
import { rpc } from "../../platform/rpc.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-store.ts";
import { refreshSecurity, sayFailure, useSessions } from "./use-security.ts";
import { t } from "../../lib/messages/t.ts";

/** What marks the button below the list when signing out all others failed. */
const OTHERS = "other-sessions";

export function SessionsSetting() {
  const { data, isError } = useSessions();
  const [busyId, setBusyId] = useState<string | null>(null);
  if (!data) return isError ? <p className="text-sm text-muted">{t("You're offline.")}</p> : null;
  const others = data.sessions.filter(({ isCurrent }) => !isCurrent);
  const revoke = async (id: string, call: () => Promise<unknown>, words: string) => {
    settle(id);
    setBusyId(id);
    try {
      await confirmed(call);
      toast.success(words);
    } catch (error) {
      sayFailure(error, id, () => revoke(id, call, words));
    }
    await refreshSecurity();
    setBusyId(null);
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <ul className="w-full divide-y divide-line rounded-md border border-line">
        {data.sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isBusy={busyId === session.id}
            onRevoke={() =>
              void revoke(
                session.id,
                () => rpc.security.revokeSession({ sessionId: session.id }),
                t("{device} was signed out.", { device: session.device }),
              )
            }
          />
        ))}
      </ul>
      {others.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <Button
            isBusy={busyId === OTHERS}
            onClick={() =>
              void revoke(
                OTHERS,
                () => rpc.security.revokeOtherSessions({}),
                t("All other devices were signed out."),
              )
            }
          >
            {t("Sign out all other devices")}
          </Button>
          <RetryMark id={OTHERS} />
        </div>
      )}
    </div>
  );
}

type RowProps = { session: SessionEntry; isBusy: boolean; onRevoke: () => void };

function SessionRow({ session, isBusy, onRevoke }: RowProps) {
  const { id, device, isMobile, address, lastActiveAt, isCurrent } = session;
  const Icon = isMobile ? Smartphone : Laptop;
  return (
    <li className="flex items-center gap-3 px-3 py-2.5">
      <Icon size={18} className="shrink-0 text-faint" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{device}</p>
        <p className="truncate text-xs text-faint">
          {address && `${address} · `}
          {isCurrent ? (
            t("this device")
          ) : (
            <Time at={lastActiveAt} words={(when) => t("active {lastActiveAt}", { lastActiveAt: when })} />
          )}
        </p>
      </div>
      <RetryMark id={id} isCompact />
      {!isCurrent && (
        <Button
          look="quiet"
          isBusy={isBusy}
          aria-label={t("Sign out {device}", { device })}
          onClick={onRevoke}
        >
          {t("Sign Out")}
        </Button>
      )}
    </li>
  );
}
