import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useId, useRef, useState, type ClipboardEvent, type KeyboardEvent } from "react";
import type { Answer } from "#contract/attendees.ts";
import type { Attendee } from "#contract/events.ts";
import { MOST_ATTENDEES } from "#contract/shared/email-address.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { parseAddresses, withGuests } from "./parse-addresses.ts";
import { GuestsState } from "./guests-state.tsx";

type GuestsFieldProps = {
  guests: Attendee[];
  /** Null for an event that is not there yet. */
  eventId: string | null;
  /** What stands in the field and is no guest yet. */
  pending: string;
  onPending: (text: string) => void;
  onChange: (guests: Attendee[]) => void;
};

/** Who is asked to come, and what they have answered: an address and Enter, or several at once from the clipboard. */
export function GuestsField({ guests, eventId, pending, onPending, onChange }: GuestsFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [problem, setProblem] = useState<string>();
  const { data: known } = useQuery(api.attendees.known.queryOptions({ input: {}, staleTime: 60_000 }));
  const { data: answers } = useQuery(
    api.attendees.list.queryOptions({ input: { eventId: eventId ?? "" }, enabled: eventId !== null }),
  );
  const isForeign = answers !== undefined && answers.organizer !== null;
  const add = (text: string): boolean => {
    const { found, rest } = parseAddresses(text);
    const named = found.map((guest) => ({
      ...guest,
      name: guest.name ?? known?.people.find(({ email }) => email === guest.email)?.name ?? null,
    }));
    if (guests.length + named.length > MOST_ATTENDEES)
      setProblem(t("An event can have at most {count} guests.", { count: MOST_ATTENDEES }));
    else
      setProblem(
        rest.length > 0 ? t("Not an email address: {words}", { words: rest.join(", ") }) : undefined,
      );
    if (named.length > 0) onChange(withGuests(guests, named));
    onPending(rest.join(", "));
    return rest.length === 0;
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && pending.trim()) {
      event.preventDefault();
      add(pending);
    } else if (/^[,;、；，،؛]$/.test(event.key) && pending.includes("@")) {
      event.preventDefault();
      add(pending);
    } else if (event.key === "Backspace" && pending === "") onChange(guests.slice(0, -1));
  };
  const handlePaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData("text/plain");
    if (parseAddresses(text).found.length === 0) return;
    event.preventDefault();
    add(`${pending}, ${text}`);
  };
  const remove = (email: string) => {
    onChange(guests.filter((guest) => guest.email !== email));
    input.current?.focus();
  };
  if (isForeign)
    return (
      <p className="text-sm text-muted">
        {answers.organizer
          ? t("{organizer} organizes this event and invites its guests.", { organizer: answers.organizer })
          : t("Someone else organizes this event and invites its guests.")}
      </p>
    );
  return (
    <div className="flex flex-col gap-1.5">
      <Field
        ref={input}
        isLine
        label={t("Guests")}
        // Not of type email: that takes no list of them.
        inputMode="email"
        value={pending}
        placeholder={t("name@example.com")}
        list={listId}
        error={problem}
        onChange={(event) => {
          setProblem(undefined);
          onPending(event.target.value);
        }}
        onKeyDown={handleKeyDown}
        onPaste={handlePaste}
        onBlur={() => pending.trim() && add(pending)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <datalist id={listId}>
        {known?.people.map(({ email, name }) => (
          <option key={email} value={email}>
            {name}
          </option>
        ))}
      </datalist>
      {guests.length > 0 && (
        <ul aria-label={t("Guests")} className="flex flex-col gap-0.5">
          {guests.map((guest) => (
            <GuestLine
              key={guest.email}
              guest={guest}
              answer={answers?.attendees.find(({ email }) => email === guest.email)}
              onChange={(next) => onChange(guests.map((one) => (one.email === next.email ? next : one)))}
              onRemove={() => remove(guest.email)}
            />
          ))}
        </ul>
      )}
      {guests.length > 3 && answers && <Counts answers={answers.attendees} />}
      <GuestsState
        eventId={eventId}
        isEmpty={guests.length === 0}
        canMail={known?.canMail}
        isConfirmed={known?.isConfirmed}
        answers={answers}
      />
    </div>
  );
}

const STATUS: Record<Answer["status"], { words: string; look: string }> = {
  accepted: { words: t("Yes"), look: "text-good" },
  tentative: { words: t("Maybe"), look: "text-warn" },
  declined: { words: t("No"), look: "text-danger" },
  "needs-action": { words: t("No answer yet"), look: "text-muted" },
};

type GuestLineProps = {
  guest: Attendee;
  answer: Answer | undefined;
  onChange: (guest: Attendee) => void;
  onRemove: () => void;
};

function GuestLine({ guest, answer, onChange, onRemove }: GuestLineProps) {
  const { email, name, isOptional } = guest;
  const given = STATUS[answer?.status ?? "needs-action"];
  // What they said of other times is no answer to these.
  const status = answer?.isOfEarlierTimes ? { ...given, look: "text-muted line-through" } : given;
  const isTold = answer && (answer.told !== "never" || answer.answeredAt !== null);
  return (
    <li className="flex items-center gap-2 rounded-md border border-line py-1 ps-2.5 pe-1 text-sm">
      <span className="min-w-0 flex-1">
        <bdi className="block truncate">{name ?? email}</bdi>
        <span className="block truncate text-xs text-muted">
          {name && <bdi>{email}</bdi>}
          {name && isTold && " · "}
          {isTold && <span className={status.look}>{status.words}</span>}
          {answer?.isOfEarlierTimes && ` (${t("answered an earlier time")})`}
          {answer?.comment && <bdi>{`: ${answer.comment}`}</bdi>}
        </span>
        {answer?.failure && <span className="block text-xs text-danger">{answer.failure}</span>}
      </span>
      <button
        type="button"
        aria-pressed={isOptional}
        aria-label={t("Optional: {name}", { name: name ?? email })}
        onClick={() => onChange({ ...guest, isOptional: !isOptional })}
        className="tap rounded-md px-2 py-1 text-xs text-muted hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:text-accent"
      >
        {t("Optional")}
      </button>
      <IconButton label={t("Remove {name}", { name: name ?? email })} onClick={onRemove}>
        <X size={15} />
      </IconButton>
    </li>
  );
}

function Counts({ answers }: { answers: Answer[] }) {
  const statusOf = ({ status, isOfEarlierTimes }: Answer) => (isOfEarlierTimes ? "needs-action" : status);
  const of = (status: Answer["status"]) => answers.filter((one) => statusOf(one) === status).length;
  return (
    <p className="text-xs text-muted">
      {[
        plural(of("accepted"), { one: "{count} yes", other: "{count} yes" }),
        plural(of("tentative"), { one: "{count} maybe", other: "{count} maybe" }),
        plural(of("declined"), { one: "{count} no", other: "{count} no" }),
        plural(of("needs-action"), { one: "{count} without an answer", other: "{count} without an answer" }),
      ].join(", ")}
    </p>
  );
}
