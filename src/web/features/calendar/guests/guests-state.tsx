import { Link } from "@tanstack/react-router";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { Button } from "../../../ui/button.tsx";
import { saveInvitationFile, sendInvitations } from "./send-invitations.ts";

type GuestsStateProps = {
  eventId: string | null;
  isEmpty: boolean;
  /** Undefined while nobody has said. */
  canMail: boolean | undefined;
  /** Whether the own address is confirmed. */
  isConfirmed: boolean | undefined;
  answers: { unsent: number; attendees: unknown[] } | undefined;
};

/** What the guests of an event have not been told yet, and the way to tell them. */
export function GuestsState({ eventId, isEmpty, canMail, isConfirmed, answers }: GuestsStateProps) {
  if (canMail === false && !isEmpty)
    return (
      <p className="text-xs text-muted">
        {t("This server can't send email. Send the invitation to your guests as a file.")}{" "}
        {eventId !== null && (answers?.attendees.length ?? 0) > 0 && (
          <Button className="mt-1" onClick={() => void saveInvitationFile(eventId)}>
            {t("Save invitation file")}
          </Button>
        )}
      </p>
    );
  if (canMail && isConfirmed === false && (!isEmpty || (answers?.unsent ?? 0) > 0))
    return (
      <p className="text-xs text-warn">
        {t("Confirm your email address to send invitations: answers go to it.")}{" "}
        <Link to="/app/settings" search={{ tab: "account" } as never} hash="email" className="tap underline">
          {t("Settings")}
        </Link>
      </p>
    );
  if (!canMail || eventId === null || !answers || answers.unsent === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
      <span className="min-w-0 flex-1">
        {plural(answers.unsent, {
          one: "{count} person hasn't been told of the latest change.",
          other: "{count} people haven't been told of the latest change.",
        })}
      </span>
      <Button onClick={() => void sendInvitations([eventId])}>{t("Send now")}</Button>
    </p>
  );
}
