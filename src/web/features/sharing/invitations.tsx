import { useQuery } from "@tanstack/react-query";
import { CalendarRange, FileText, Folder as FolderIcon } from "lucide-react";
import type { Invitation } from "#contract/sharing.ts";
import { RetryMark } from "../../kernel/retry-mark.tsx";
import { api } from "../../platform/api.ts";
import { rpc } from "../../platform/rpc.ts";
import { Button } from "../../ui/button.tsx";
import { blockSender, change } from "./change-shares.ts";
import { roleWords } from "./roles.ts";
import { t } from "../../lib/messages/t.ts";

const ICONS = { note: FileText, folder: FolderIcon, calendar: CalendarRange };

/** What others want to share: nothing of it is anywhere else before it is accepted. */
export function Invitations({ invitations }: { invitations: Invitation[] }) {
  return (
    <section aria-labelledby="invitations-heading" className="mb-8">
      <h2 id="invitations-heading" className="font-medium">
        {t("Invitations")}
      </h2>
      <ul className="mt-2 divide-y divide-line rounded-md border border-line">
        {invitations.map((invitation) => (
          <InvitationLine key={invitation.shareId} invitation={invitation} />
        ))}
      </ul>
    </section>
  );
}

function InvitationLine({ invitation: { shareId, kind, name, role, owner } }: { invitation: Invitation }) {
  const Icon = ICONS[kind];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
      <Icon size={17} className="shrink-0 text-faint" aria-hidden="true" />
      <span className="min-w-40 flex-1">
        <span className="block font-medium break-words">{name}</span>
        <span className="block text-xs break-words text-muted">
          {owner.name} ({owner.email}) · {roleWords(role)}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-2">
        <RetryMark id={shareId} isCompact />
        <Button
          look="primary"
          aria-label={t("Accept {name}", { name })}
          onClick={() =>
            void change(
              shareId,
              () => rpc.sharing.accept({ shareId }),
              kind === "calendar"
                ? t("{name} is now in your calendar", { name })
                : t("Accepted {name}", { name }),
            )
          }
        >
          {t("Accept")}
        </Button>
        <Button
          aria-label={t("Decline {name}", { name })}
          onClick={() =>
            void change(shareId, () => rpc.sharing.end({ shareId }), t("Declined {name}", { name }))
          }
        >
          {t("Decline")}
        </Button>
        <Button
          aria-label={t("Block {email}", { email: owner.email })}
          onClick={() => void blockSender(shareId, owner.name)}
        >
          {t("Block sender")}
        </Button>
      </span>
    </li>
  );
}

/** Whose invitations are not shown, and the way back. */
export function BlockedSenders() {
  const { data } = useQuery(api.sharing.blocked.queryOptions({ input: {}, staleTime: 0 }));
  if (!data || data.senders.length === 0) return null;
  return (
    <section aria-labelledby="blocked-heading" className="mt-10">
      <h2 id="blocked-heading" className="font-medium">
        {t("Blocked senders")}
      </h2>
      <ul className="mt-2 divide-y divide-line rounded-md border border-line text-sm">
        {data.senders.map(({ id, name, email }) => (
          <li key={id} className="flex min-h-11 items-center gap-3 px-3 py-2">
            <span className="min-w-0 flex-1 break-words">
              {name} <span className="text-muted">({email})</span>
            </span>
            <RetryMark id={id} isCompact />
            <Button
              aria-label={t("Unblock {email}", { email })}
              onClick={() =>
                void change(id, () => rpc.sharing.unblock({ senderId: id }), t("Unblocked {name}", { name }))
              }
            >
              {t("Unblock")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
