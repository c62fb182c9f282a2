import { useQuery } from "@tanstack/react-query";
import type { Note } from "#contract/notes.ts";
import { accountDay, onAccountClock } from "../../../kernel/account/account-clock.ts";
import { useAccountNow } from "../../../kernel/account/use-account-now.ts";
import { defineWidget } from "../../../kernel/widgets/widget.ts";
import { NothingYet, WidgetStates } from "../../../kernel/widgets/widget-states.tsx";
import { usePreferences } from "../../../kernel/workspace/frame.ts";
import { browserTimeZone } from "../../../lib/dates.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { NoteRows } from "./note-rows.tsx";

const yearOf = ({ createdAt }: Note): number => onAccountClock(new Date(createdAt)).getFullYear();

const yearsAgo = (years: number): string => plural(years, { one: "A year ago", other: "{count} years ago" });

export const widget = defineWidget({
  View: function OnThisDay() {
    // Another day begins while the page is open.
    const year = useAccountNow().getFullYear();
    const timeZone = usePreferences()?.settings.timeZone ?? browserTimeZone();
    const query = useQuery(api.notes.onThisDay.queryOptions({ input: { date: accountDay(), timeZone } }));
    const years = Map.groupBy(query.data?.notes ?? [], yearOf);
    return (
      <WidgetStates
        of={query}
        empty={
          years.size === 0 && (
            <NothingYet>{t("Nothing was written on this day in earlier years.")}</NothingYet>
          )
        }
      >
        {[...years].map(([of, notes]) => (
          <section key={of} className="pb-1">
            <h3 className="text-xs font-medium text-muted">{yearsAgo(year - of)}</h3>
            <NoteRows label={yearsAgo(year - of)} notes={notes} />
          </section>
        ))}
      </WidgetStates>
    );
  },
  Preview: () => (
    <>
      <p className="text-xs font-medium text-muted">{yearsAgo(1)}</p>
      <p className="pt-2 text-sm font-medium">{t("First frost")}</p>
      <p className="text-xs text-muted">{t("The quince lost its leaves in one night")}</p>
    </>
  ),
});
