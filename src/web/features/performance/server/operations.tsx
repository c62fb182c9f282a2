import { useState } from "react";
import type { ApmOverview, TimedOperation } from "#contract/apm.ts";
import { t } from "../../../lib/messages/t.ts";
import { Button } from "../../../ui/button.tsx";
import { Section } from "./section.tsx";

const SHOWN = 15;

const number = (value: number): string =>
  value.toLocaleString(undefined, { maximumFractionDigits: value < 10 ? 1 : 0 });

/** Of the last 24 hours at most; those that took the most time first. */
export function Operations({ operations, isDay }: { operations: readonly TimedOperation[]; isDay: boolean }) {
  return (
    <Section
      title={t("Operations")}
      note={
        isDay
          ? t("Milliseconds, last 24 hours. Percentiles are within 9 %.")
          : t("Milliseconds, last hour. Percentiles are within 9 %.")
      }
      empty={operations.length === 0 && t("Nothing was asked for.")}
    >
      <Figures
        heads={[t("Operation"), t("Calls"), t("Errors"), "p50", "p95", "p99"]}
        wideOnly={["p50", "p99"]}
        rows={operations.map(({ name, count, errors, p50, p95, p99, budget }) => ({
          name,
          isOver: p95 > budget || errors > 0,
          values: [count, errors, p50, p95, p99].map(number),
        }))}
      />
    </Section>
  );
}

/** By name alone: a statement's text and values are nowhere. */
export function Statements({ statements }: Pick<ApmOverview, "statements">) {
  return (
    <Section
      title={t("Slow statements")}
      note={t("Of the database, 100 ms and more, by name.")}
      empty={statements.length === 0 && t("None was slow.")}
    >
      <Figures
        heads={[t("Statement"), t("Times"), t("Total ms"), t("Longest ms")]}
        rows={statements.map(({ name, count, total, max }) => ({
          name,
          isOver: false,
          values: [count, total, max].map(number),
        }))}
      />
    </Section>
  );
}

type FiguresProps = {
  heads: readonly string[];
  /** Columns that a phone has no room for. */
  wideOnly?: readonly string[];
  rows: readonly { name: string; isOver: boolean; values: readonly string[] }[];
};

function Figures({ heads, wideOnly = [], rows }: FiguresProps) {
  const widthOf = (head: string | undefined) => (head && wideOnly.includes(head) ? "max-sm:hidden" : "");
  const [isAll, setIsAll] = useState(false);
  const shown = isAll ? rows : rows.slice(0, SHOWN);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keys as well */}
      <div className="overflow-x-auto" role="region" aria-label={heads[0]} tabIndex={0}>
        <table className="w-full text-xs tabular-nums sm:text-sm">
          <thead>
            <tr className="border-b border-line text-muted">
              {heads.map((head, at) => (
                <th
                  key={head}
                  scope="col"
                  className={`px-2 py-2 font-medium sm:px-3 ${at > 0 ? "text-end" : "text-start"} ${widthOf(head)}`}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, isOver, values }) => (
              <tr key={name} className="border-b border-line last:border-0">
                <th
                  scope="row"
                  className="px-2 py-2 text-start font-mono font-normal [overflow-wrap:anywhere] sm:px-3"
                >
                  {name}
                  {isOver && " "}
                  {isOver && <span className="block font-sans text-xs text-warn">{t("over budget")}</span>}
                </th>
                {values.map((value, at) => (
                  <td key={heads[at + 1]} className={`px-2 py-2 text-end sm:px-3 ${widthOf(heads[at + 1])}`}>
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > SHOWN && (
        <Button look="quiet" className="w-full" aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
          {isAll ? t("Show fewer") : t("Show all {count}", { count: rows.length })}
        </Button>
      )}
    </>
  );
}
