import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import type { ReactNode, Ref } from "react";
import type { Contradiction } from "#contract/contradictions.ts";
import { LoadFault } from "../../kernel/load-fault.tsx";
import { language } from "../../lib/messages/catalog.ts";
import { t } from "../../lib/messages/t.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Screen } from "../../ui/screen.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { ContradictionCard } from "./contradiction-card.tsx";
import { useContradictions } from "./contradiction-lists.ts";
import { lookForContradictions } from "./contradiction-mutations.ts";

const FAULTS = {
  offline: t("Can't load contradictions while offline."),
  failed: t("The contradictions couldn't be loaded."),
};

type ContradictionsScreenProps = {
  heading: Ref<HTMLHeadingElement>;
  /** What leads to the other views of the same page. */
  views: ReactNode;
};

/** Sentences of one's own notes that can't both be true. */
export function ContradictionsScreen({ heading, views }: ContradictionsScreenProps) {
  const look = useQuery({
    queryKey: ["contradictions"],
    queryFn: lookForContradictions,
    staleTime: 0,
    persister: undefined,
  });
  const list = useContradictions();
  const pairs = list.data?.pairs ?? [];
  const error = look.error ?? list.error;
  // That there are none is said once all is read.
  const isKnown = list.data !== undefined && !look.isFetching;
  return (
    <Screen frame="full" title={t("Analytics")} heading={heading} filters={views}>
      <p role="status" className="pb-2 text-sm text-muted empty:hidden">
        {look.isFetching && t("Reading your notes…")}
        {look.data?.isFull && t("Your notes say more than can be compared. Some sentences were left out.")}
      </p>
      {error && (
        <LoadFault
          error={error}
          isOld={pairs.length > 0}
          words={FAULTS}
          onRetry={() => [look, list].forEach((one) => void one.refetch())}
        />
      )}
      {pairs.length > 0 ? (
        <Pairs pairs={pairs} total={list.data?.total ?? 0} />
      ) : error ? null : isKnown ? (
        <NothingHere />
      ) : (
        <SkeletonRows count={6} />
      )}
    </Screen>
  );
}

function Pairs({ pairs, total }: { pairs: readonly Contradiction[]; total: number }) {
  return (
    <section aria-label={t("Contradictions")} className="flex max-w-3xl flex-col gap-4">
      <p className="text-sm text-muted">
        {t(
          "“This Is Right” adds a link to its note after the other sentence. Nobody but you sees this list.",
        )}
      </p>
      <ul className="flex flex-col gap-4">
        {pairs.map((pair) => (
          <ContradictionCard key={pair.id} pair={pair} />
        ))}
      </ul>
      {total > pairs.length && (
        <p className="text-sm text-muted">
          {t("The first {shown} of {total}", {
            shown: pairs.length.toLocaleString(language),
            total: total.toLocaleString(language),
          })}
        </p>
      )}
    </section>
  );
}

const NothingHere = () => (
  <EmptyState icon={<CircleCheck size={20} />} title={t("No contradictions")}>
    {t(
      "When two of your notes give different dates, amounts, names or decisions for one thing, such as “The launch is on 3 May” and “The launch is on 10 May”, you see them here, in English and German. Nobody but you sees them.",
    )}
  </EmptyState>
);
