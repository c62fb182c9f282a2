import { useQueries } from "@tanstack/react-query";
import { useId } from "react";
import { UPKEEP_LISTS, type UpkeepList } from "./upkeep-words.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { showBehind } from "./behind.ts";
import { figure, type Period } from "./periods.ts";

/** Notes that may want a look, by why; each number opens them. */
export function UpkeepLists({ period }: { period: Period }) {
  const heading = useId();
  const totals = useQueries({
    queries: UPKEEP_LISTS.map(({ which }) =>
      api.insights.upkeep.queryOptions({ input: { ...period, which }, staleTime: 0 }),
    ),
  });
  return (
    <section
      aria-labelledby={heading}
      className="flex min-w-0 flex-col gap-2 rounded-md border border-line p-4"
    >
      <h2 id={heading} className="text-sm font-semibold">
        {t("Notes that may want a look")}
      </h2>
      <ul className="-mx-2 flex flex-col">
        {UPKEEP_LISTS.map((list, at) => (
          <li key={list.which}>
            <UpkeepButton list={list} period={period} total={totals[at]?.data?.total} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function UpkeepButton({
  list,
  period,
  total,
}: {
  list: UpkeepList;
  period: Period;
  total: number | undefined;
}) {
  const { which, name, about } = list;
  return (
    <button
      type="button"
      onClick={() => showBehind({ title: name, kind: "upkeep", asked: { ...period, which } })}
      className="flex w-full min-w-0 items-center justify-between gap-4 rounded-md px-2 py-1.5 text-start text-sm hover:bg-hover"
    >
      <span className="flex min-w-0 flex-col">
        <span>{name}</span>
        <span className="text-xs text-muted">{about}</span>
      </span>
      <span className="shrink-0 font-semibold tabular-nums">{total === undefined ? "" : figure(total)}</span>
    </button>
  );
}
