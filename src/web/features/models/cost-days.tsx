import { useQuery } from "@tanstack/react-query";
import { browserTimeZone, monthAndDay } from "../../lib/dates.ts";
import { language } from "../../lib/messages/catalog.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { dollars } from "../../lib/money.ts";
import { api } from "../../platform/api.ts";

const SHOWN = 7;

/** What the last days with calls took: how many, tokens, and money as far as anybody knows. */
export function CostDays() {
  const input = { timeZone: browserTimeZone() };
  const { data } = useQuery(api.models.days.queryOptions({ input, staleTime: 0 }));
  if (!data || data.days.length === 0) return null;
  return (
    <table className="w-full text-sm tabular-nums">
      <caption className="sr-only">{t("By day")}</caption>
      <thead>
        <tr className="text-xs text-faint">
          <th scope="col" className="py-1 text-start font-normal">
            {t("Day")}
          </th>
          <th scope="col" className="py-1 text-end font-normal">
            {t("Calls")}
          </th>
          <th scope="col" className="py-1 text-end font-normal">
            {t("Tokens")}
          </th>
          <th scope="col" className="py-1 text-end font-normal">
            {t("Cost")}
          </th>
        </tr>
      </thead>
      <tbody>
        {data.days.slice(0, SHOWN).map(({ day, calls, tokens, cost, unpriced }) => (
          <tr key={day} className="border-t border-line">
            <td className="py-1">{monthAndDay(new Date(`${day}T12:00`))}</td>
            <td className="py-1 text-end">{calls.toLocaleString(language)}</td>
            <td className="py-1 text-end">{tokens.toLocaleString(language)}</td>
            <td className="py-1 text-end">
              {cost === null ? t("unknown") : dollars(cost)}
              {cost !== null && unpriced > 0 && (
                <span className="block text-xs text-faint">
                  {plural(unpriced, {
                    one: "and {count} call of unknown cost",
                    other: "and {count} calls of unknown cost",
                  })}
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
