import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import type { ReactNode, Ref } from "react";
import type { Contradiction } from "#contract/contradictions.ts";
import { useUnsettled } from "../../kernel/insights/settling.ts";
import { language } from "../../lib/messages/catalog.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Screen } from "../../ui/screen.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { ContradictionCard } from "./contradiction-card.tsx";
import { lookForContradictions } from "./contradiction-mutations.ts";

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
  const list = useQuery(api.contradictions.list.queryOptions({ staleTime: 0 }));
  const pairs = useUnsettled(list.data?.pairs ?? []);
  // That there are none is said once all is read.
  const isFirstLook = look.isFetching && pairs.length === 0;
  return (
    <Screen frame="full" title={t("Analytics")} heading={heading} filters={views}>
      <p role="status" className="pb-2 text-sm text-muted empty:hidden">
        {look.isFetching && t("Reading your notes…")}
        {look.data?.isFull && t("Your notes say more than can be compared. Some sentences were left out.")}
      </p>
      {look.isError && <LoadFailed onRetry={() => void look.refetch()} />}
      {list.data && !isFirstLook ? (
        <Pairs pairs={pairs} total={list.data.total - list.data.pairs.length + pairs.length} />
      ) : list.isError ? (
        !look.isError && <LoadFailed onRetry={() => void list.refetch()} />
      ) : (
        <SkeletonRows count={6} />
      )}
    </Screen>
  );
}

function Pairs({ pairs, total }: { pairs: readonly Contradiction[]; total: number }) {
  if (total === 0) return <NothingHere />;
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

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 py-16 text-center text-sm text-muted">
      <p>{t("The contradictions couldn't be loaded.")}</p>
      <Button onClick={onRetry}>{t("Try again")}</Button>
    </div>
  );
}
