import { useId } from "react";
import type { Attendee } from "#contract/events.ts";
import { t } from "../../../lib/messages/t.ts";

type OthersGuestsProps = {
  guests: readonly Attendee[];
  /** Of an event that is not there yet: they were typed before a calendar was chosen that somebody else owns. */
  isNew: boolean;
};

/** Who is asked to come, for who may read the event but does not invite. */
export function OthersGuests({ guests, isNew }: OthersGuestsProps) {
  const id = useId();
  if (guests.length === 0) return null;
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <span id={id} className="font-medium">
        {t("Guests")}
      </span>
      <ul aria-labelledby={id} className="flex flex-wrap gap-x-3 gap-y-1 text-muted">
        {guests.map(({ email, name, isOptional }) => (
          <li key={email} className="min-w-0 wrap-anywhere">
            <bdi>{name ?? email}</bdi>
            {isOptional && ` (${t("Optional")})`}
          </li>
        ))}
      </ul>
      {isNew && (
        <p role="status" className="text-warn">
          {t("Only the owner of a calendar invites guests. To invite these, choose a calendar of your own.")}
        </p>
      )}
    </div>
  );
}
