import { useQuery } from "@tanstack/react-query";
import type { ReactNode, Ref } from "react";
import { ListChecks } from "lucide-react";
import type { PromiseStatus } from "#contract/promises.ts";
import { LoadFault } from "../../kernel/load-fault.tsx";
import { language } from "../../lib/messages/catalog.ts";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Screen } from "../../ui/screen.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { usePromises } from "./promise-lists.ts";
import { lookForPromises } from "./promise-mutations.ts";
import { PromiseRow } from "./promise-row.tsx";
import { byRelation, STATUS_NAMES, STATUSES } from "./promise-words.ts";

const FAULTS = {
  offline: t("Can't load promises while offline."),
  failed: t("The promises couldn't be loaded."),
};

export type PromisesSearch = { status?: string };

type PromisesScreenProps = {
  search: PromisesSearch;
  onSearch: (search: PromisesSearch) => void;
  heading: Ref<HTMLHeadingElement>;
  /** What leads to the other views of the same page. */
  views: ReactNode;
};

/** Who promised what to whom, as one's own notes say it: open, late, kept and dropped. */
export function PromisesScreen({ search, onSearch, heading, views }: PromisesScreenProps) {
  const status = STATUS_NAMES.find((known) => known === search.status) ?? "open";
  const look = useQuery({
    queryKey: ["promises"],
    queryFn: lookForPromises,
    staleTime: 0,
    persister: undefined,
  });
  const list = usePromises(status);
  const promises = list.data?.promises ?? [];
  const counts = list.data?.counts;
  const error = look.error ?? list.error;
  // That there are none is said once all is read.
  const isKnown = list.data !== undefined && !look.isFetching;
  return (
    <Screen
      frame="full"
      title={t("Analytics")}
      heading={heading}
      filters={
        <>
          {views}
          <StatusChoice status={status} counts={counts} onChoose={onSearch} />
        </>
      }
    >
      <p role="status" className="text-sm text-muted empty:hidden">
        {look.isFetching && t("Reading your notes…")}
        {look.data?.isFull &&
          t("There are as many promises as an account can have. Dismiss some to see others.")}
      </p>
      {error && (
        <LoadFault
          error={error}
          isOld={promises.length > 0}
          words={FAULTS}
          onRetry={() => [look, list].forEach((one) => void one.refetch())}
        />
      )}
      {promises.length > 0 ? (
        <Promises promises={promises} total={counts?.[status] ?? 0} />
      ) : error ? null : isKnown ? (
        <NothingHere status={status} />
      ) : (
        <SkeletonRows count={6} />
      )}
    </Screen>
  );
}

type StatusChoiceProps = {
  status: PromiseStatus;
  counts: Record<PromiseStatus, number> | undefined;
  onChoose: (search: PromisesSearch) => void;
};

function StatusChoice({ status, counts, onChoose }: StatusChoiceProps) {
  return (
    <div role="group" aria-label={t("Status")} className="flex flex-wrap gap-1">
      {STATUS_NAMES.map((each) => (
        <Button
          key={each}
          look="quiet"
          aria-pressed={each === status}
          className="aria-pressed:bg-pressed aria-pressed:font-medium aria-pressed:text-ink pointer-coarse:h-11"
          onClick={() => onChoose({ status: each })}
        >
          {STATUSES[each]}{" "}
          {counts && <span className="tabular-nums">{counts[each].toLocaleString(language)}</span>}
        </Button>
      ))}
    </div>
  );
}

type PromisesProps = {
  promises: Parameters<typeof byRelation>[0];
  total: number;
};

function Promises({ promises, total }: PromisesProps) {
  const shown = promises.length.toLocaleString(language);
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      {byRelation(promises).map(([heading, some]) => (
        <section key={heading} aria-label={heading}>
          <h2 className="pb-1 text-sm font-semibold" dir="auto">
            {heading}
          </h2>
          <ul className="flex flex-col">
            {some.map((promise) => (
              <PromiseRow key={promise.id} promise={promise} />
            ))}
          </ul>
        </section>
      ))}
      {total > promises.length && (
        <p className="text-sm text-muted">
          {t("The first {shown} of {total}", { shown, total: total.toLocaleString(language) })}
        </p>
      )}
    </div>
  );
}

const NothingHere = ({ status }: { status: PromiseStatus }) => (
  <EmptyState
    icon={<ListChecks size={20} />}
    title={status === "open" ? t("No open promises") : t("Nothing here")}
  >
    {t(
      "Sentences of your notes such as “I'll send Ana the numbers by Friday” or “Tom owes me a reply” are listed here, in English and German. Nobody but you sees them.",
    )}
  </EmptyState>
);
