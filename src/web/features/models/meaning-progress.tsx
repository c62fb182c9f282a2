import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { MeaningState } from "#contract/meaning.ts";
import { clockTime, nearDay, shortDay } from "../../lib/dates.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { Bar } from "../../ui/bar.tsx";
import { Button } from "../../ui/button.tsx";
import { useTimeChoices } from "../../ui/dates/time.tsx";
import { FormError } from "../../ui/field.tsx";
import { useTurnOn } from "./use-turn-on.ts";

type Index = NonNullable<MeaningState["index"]>;
type MeaningProgressProps = {
  index: Index;
  things: number;
  /** The button that turns it off. */
  turnOff: ReactNode;
};

/** How much is read, by whom, and what it waits for. */
export function MeaningProgress({ index, things, turnOff }: MeaningProgressProps) {
  const { kept, due, passages, model, host, fault } = index;
  const { turnOn, isBusy, failure } = useTurnOn();
  return (
    <div className="flex max-w-prose flex-col gap-3 text-sm">
      {due > 0 ? (
        <Reading {...readOf(index, things)} />
      ) : (
        <p role="status">
          {t("{things}, {passages}; kept current as you write.", {
            things: plural(kept, { one: "{count} thing", other: "{count} things" }),
            passages: plural(passages, { one: "{count} passage", other: "{count} passages" }),
          })}
        </p>
      )}
      {fault !== null && <Waiting fault={fault} retryAt={index.retryAt} />}
      <p className="text-xs wrap-anywhere text-faint">{t("Read by {model} at {host}.", { model, host })}</p>
      <div className="flex flex-wrap gap-2">
        {fault !== null && (
          <Button isBusy={isBusy} onClick={() => void turnOn()}>
            {t("Try Now")}
          </Button>
        )}
        {turnOff}
      </div>
      <FormError words={failure} />
    </div>
  );
}

/** A thing that was changed is still found by what it said, and is to be read again: it is counted once, as unread. */
export function readOf({ kept, due }: Pick<Index, "kept" | "due">, things: number) {
  const all = Math.min(kept + due, Math.max(things, kept, due));
  return { read: Math.min(kept, all - due), all };
}

function Reading({ read, all }: { read: number; all: number }) {
  const words = t("{read} of {all} read", { read, all });
  return (
    <div className="flex flex-col gap-2">
      <p>{words}</p>
      <Bar label={words} part={read / all} as="progressbar" />
    </div>
  );
}

/** "Today 3:44 PM". */
function dayAndTime(at: string, now = new Date()): string {
  const date = new Date(at);
  return `${nearDay(date, now) ?? shortDay(date)} ${clockTime(date)}`;
}

function Waiting({ fault, retryAt }: { fault: string; retryAt: string | null }) {
  useTimeChoices();
  return (
    <p role="status" className="flex items-start gap-2">
      <CircleAlert size={16} className="mt-0.5 shrink-0 text-danger" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">
        <span dir="auto">{fault}</span>{" "}
        {retryAt && (
          <span className="text-muted">{t("Next try: {time}.", { time: dayAndTime(retryAt) })}</span>
        )}
      </span>
    </p>
  );
}
