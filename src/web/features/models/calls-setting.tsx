import { useInfiniteQuery } from "@tanstack/react-query";
import type { ModelResult } from "#contract/shared/model-choices.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { dollars } from "../../lib/money.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { rpc } from "../../platform/rpc.ts";
import { Button } from "../../ui/button.tsx";
import { Time } from "../../ui/dates/time.tsx";
import { CostDays } from "./cost-days.tsx";
import { TASK_WORDS } from "./task-words.ts";
import { failureOf } from "./use-models.ts";

const AT_A_TIME = 20;
type Call = Awaited<ReturnType<typeof rpc.models.calls>>["calls"][number];

/** What went out to models lately, a page at a time. */
export function CallsSetting() {
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...api.models.calls.key(), "pages"],
    queryFn: ({ pageParam }) =>
      rpc.models.calls({ limit: AT_A_TIME, ...(pageParam && { before: pageParam }) }),
    initialPageParam: "",
    getNextPageParam: ({ calls }) => (calls.length < AT_A_TIME ? undefined : calls.at(-1)?.id),
    staleTime: 0,
  });
  const calls = data?.pages.flatMap((page) => page.calls);
  if (!calls) return error ? <p className="text-sm text-muted">{failureOf(error)}</p> : null;
  if (calls.length === 0) return <p className="text-sm text-muted">{t("Nothing was sent to a model.")}</p>;
  return (
    <div className="flex flex-col items-start gap-3">
      <CostDays />
      <ul
        aria-label={t("What was sent")}
        className="w-full divide-y divide-line rounded-md border border-line"
      >
        {calls.map((call) => (
          <CallRow key={call.id} call={call} />
        ))}
      </ul>
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("Show more")}
        </Button>
      )}
      {/* Below the button, which would move from under the finger when the list is asked for again and the words go. */}
      {error && (
        <p role="alert" className="text-sm text-danger">
          {failureOf(error)}
        </p>
      )}
    </div>
  );
}

function CallRow({ call }: { call: Call }) {
  const { at, provider, host, model, task, passages, sentBytes, tokensIn, tokensOut, cost, result } = call;
  const size = formatBytes(sentBytes);
  const tokens = (tokensIn ?? 0) + (tokensOut ?? 0);
  return (
    <li className="flex flex-col gap-0.5 px-3 py-2.5 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0 break-words">
          {TASK_WORDS[task].label} · <bdi dir="ltr">{model}</bdi>
        </span>
        <span className="text-xs text-faint">
          <Time at={at} />
        </span>
      </p>
      <p className="text-xs break-words text-faint">
        <bdi dir="auto">{provider}</bdi> · <bdi dir="ltr">{host}</bdi> ·{" "}
        {plural(passages, { one: "{count} text, {size}", other: "{count} texts, {size}" }, { size })}
        {tokens > 0 && ` · ${plural(tokens, { one: "{count} token", other: "{count} tokens" })}`}
        {cost !== null && ` · ${dollars(cost)}`}
        {result !== "ok" && <span className="text-danger"> · {RESULT_WORDS[result]}</span>}
      </p>
    </li>
  );
}

const RESULT_WORDS: Record<Exclude<ModelResult, "ok">, string> = {
  key: t("key refused"),
  credit: t("out of credit"),
  rate: t("too many requests"),
  "no-model": t("no such model"),
  "no-skill": t("can't do this"),
  context: t("too long for the model"),
  provider: t("fault of the provider"),
  refused: t("refused"),
  "not-understood": t("answer not understood"),
  cut: t("broke off"),
  timeout: t("no answer in time"),
  "too-long": t("answer too long"),
  unreachable: t("not reached"),
  address: t("address not allowed"),
  busy: t("too many at once"),
  cancelled: t("canceled"),
  unfinished: t("not finished"),
};
