import { useQuery } from "@tanstack/react-query";
import { CalendarSearch } from "lucide-react";
import { useState } from "react";
import { addDays, dayIn, momentAt } from "#language/moment.ts";
import { wallAt } from "#language/time-zone.ts";
import { useActionContext } from "../../../kernel/actions/here.ts";
import { minutesInWords } from "../../../kernel/tasks/minutes.ts";
import { longDay } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import { useMinute } from "../../../lib/use-minute.ts";
import { api } from "../../../platform/api.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Field } from "../../../ui/field.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { Select } from "../../../ui/overlay/select.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { zoneNow } from "../model/event-lists.ts";
import { createEvent } from "../model/event-mutations.ts";
import { dateOf } from "../model/periods.ts";
import { spanTimeWords, timesOf, timeWords } from "../model/times.ts";
import { LoadFailed } from "./load-failed.tsx";
import { type SlotChoice, slotChoices } from "./slot-choices.ts";

const LENGTHS = [15, 30, 45, 60, 90, 120, 180];
const DAYS = 14;

/** The next times in which nothing is planned; a press makes an event there. */
export function FindTimeDialog({ onClose }: { onClose: () => void }) {
  const now = useMinute();
  const [title, setTitle] = useState("");
  const [minutes, setMinutes] = useState(30);
  const [from] = useState(() => dayIn(momentAt(wallAt(Date.now(), zoneNow()), false)));
  const input = { from, to: addDays(from, DAYS - 1), minutes };
  // What was free a minute ago may be taken.
  const list = useQuery(api.planning.freeSlots.queryOptions({ input, refetchOnMount: "always" }));
  const days = list.data ? slotChoices(list.data.slots, minutes, list.data.timeZone) : [];
  const take = async ({ span }: SlotChoice) => {
    onClose();
    useActionContext.getState().go(`/app/calendar?on=${dayIn(span.start)}`);
    await createEvent({ title: title.trim() || t("Meeting"), ...timesOf(span) });
  };
  return (
    <Dialog title={t("Find a time")} isOpen onClose={onClose} size="narrow">
      <div className="flex flex-col gap-3 pb-3">
        <Field
          label={t("Title")}
          value={title}
          placeholder={t("Meeting")}
          onChange={(event) => setTitle(event.target.value)}
          maxLength={1000}
          dir="auto"
          autoComplete="off"
        />
        <Select
          isLine
          label={t("Length")}
          value={minutes}
          onChange={(event) => setMinutes(Number(event.target.value))}
        >
          {LENGTHS.map((length) => (
            <option key={length} value={length}>
              {minutesInWords(length)}
            </option>
          ))}
        </Select>
      </div>
      <div className="-mx-1 min-h-24 flex-1 overflow-y-auto px-1 pb-1">
        {list.isPending ? (
          <SkeletonRows count={5} />
        ) : list.isError && !list.data ? (
          <LoadFailed onRetry={() => void list.refetch()} />
        ) : days.length === 0 ? (
          <EmptyState icon={<CalendarSearch size={20} />} title={t("No free time in the next two weeks")}>
            {t("Try a shorter length, or choose longer working hours in Settings.")}
          </EmptyState>
        ) : (
          days.map(({ day, choices }) => (
            <section key={day} aria-label={longDay(dateOf(day), now, "gregory")} className="mb-3">
              <h3 className="pb-1 text-sm font-semibold text-muted">
                {longDay(dateOf(day), now, "gregory")}
              </h3>
              <ul className="flex flex-col gap-1">
                {choices.map((choice) => (
                  <li key={choice.span.start}>
                    <button
                      type="button"
                      onClick={() => void take(choice)}
                      className="flex min-h-9 w-full items-center justify-between gap-3 rounded-md border border-line px-3 text-start text-sm hover:bg-hover pointer-coarse:min-h-11"
                    >
                      <span>{spanTimeWords(choice.span)}</span>
                      <span className="text-xs text-muted">
                        {t("free until {time}", { time: timeWords(choice.freeUntil) })}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ))
        )}
      </div>
    </Dialog>
  );
}
