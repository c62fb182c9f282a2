import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { Check, CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import type { Notification } from "#contract/notifications.ts";
import { Time } from "../../ui/dates/time.tsx";
import { closePanel, isSlotBeside } from "../../kernel/workspace/slot.ts";
import { IconButton } from "../../ui/button.tsx";
import { markRead, removeNotification } from "./notification-changes.ts";
import { t } from "../../lib/messages/t.ts";

const TYPES: Record<Notification["type"], { icon: typeof Info; colour: string; words: string }> = {
  success: { icon: CircleCheck, colour: "text-good", words: t("Success") },
  error: { icon: CircleAlert, colour: "text-danger", words: t("Error") },
  warning: { icon: TriangleAlert, colour: "text-warn", words: t("Warning") },
  info: { icon: Info, colour: "text-accent", words: t("Info") },
};

export function NotificationRow({ notification }: { notification: Notification }) {
  const { id, type, title, message, href, createdAt, isRead } = notification;
  const { icon: Icon, colour, words } = TYPES[type];
  const handleFollow = () => {
    if (!isRead) void markRead(id);
    if (!isSlotBeside()) closePanel();
  };
  return (
    <article
      className={clsx("flex gap-3 rounded-md border border-line p-3 text-sm", !isRead && "bg-accent-soft/40")}
    >
      <Icon size={16} role="img" aria-label={words} className={`mt-0.5 shrink-0 ${colour}`} />
      <div className="min-w-0 flex-1">
        <h3 className={clsx("break-words", !isRead && "font-semibold")}>
          {href ? (
            <Link to={href as string} onClick={handleFollow} className="rounded-md hover:underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </h3>
        {message && <p className="mt-0.5 break-words text-muted">{message}</p>}
        <p className="mt-1 flex items-center gap-3 text-xs text-faint">
          <Time at={createdAt} />
          {!isRead && (
            <button
              type="button"
              className="tap inline-flex min-h-6 items-center gap-1 rounded-md text-accent hover:underline"
              onClick={() => void markRead(id)}
            >
              <Check size={12} aria-hidden="true" /> {t("Mark read")}
            </button>
          )}
        </p>
      </div>
      <IconButton
        label={t("Remove {title}", { title })}
        className="-m-1"
        onClick={() => void removeNotification(id)}
      >
        <X size={14} />
      </IconButton>
    </article>
  );
}
