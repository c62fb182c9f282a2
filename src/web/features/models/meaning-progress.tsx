import { CircleAlert } from "lucide-react";
import type { MeaningState } from "#contract/meaning.ts";
import { whenWords } from "../../kernel/reminders/when-words.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { Bar } from "../../ui/bar.tsx";
import { Button } from "../../ui/button.tsx";
import { useTimeChoices } from "../../ui/dates/time.tsx";
import { FormError } from "../../ui/field.tsx";
import { useTurnOn } from "./use-turn-on.ts";

type Index = NonNullable<MeaningState["index"]>;

/** How much is read, by whom, and what it waits for. */
export function MeaningProgress({ index, things }: { index: Index; things: number }) {
  const { kept, due, passages, model, host, fault } = index;
  return (
    <div className="flex w-full flex-col gap-3 text-sm">
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
    </div>
  );
}

/** A thing that was changed is still found by what it said, and to be read again: it is counted once, as unread. */
export function readOf({ kept, due }: Pick<Index, "kept" | "due">, things: number) {
  const all = Math.min(kept + due, Math.max(things, kept, due));
  return { read: Math.min(kept, all - due), all };
}

function Reading({ read, all }: { read: number; all: number }) {
  const words = t("{kept} of {all} read", { kept: read, all });
  return (
    <div className="flex max-w-prose flex-col gap-2">
      <p role="status">{words}</p>
      <Bar label={words} part={read / all} as="progressbar" />
    </div>
  );
}

function Waiting({ fault, retryAt }: { fault: string; retryAt: string | null }) {
  useTimeChoices();
  const { turnOn, isBusy, failure } = useTurnOn();
  return (
    <div className="flex max-w-prose flex-col items-start gap-2">
      <p role="status" className="flex items-start gap-2">
        <CircleAlert size={16} className="mt-0.5 shrink-0 text-danger" aria-hidden="true" />
        <span className="min-w-0 wrap-anywhere">
          <span dir="auto">{fault}</span>{" "}
          {retryAt && (
            <span className="text-muted">{t("Next try: {time}.", { time: whenWords(retryAt) })}</span>
          )}
        </span>
      </p>
      <Button isBusy={isBusy} onClick={() => void turnOn()}>
        {t("Try Now")}
      </Button>
      <FormError words={failure} />
    </div>
  );
}
