import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { type ReactNode, type Ref, useState } from "react";
import type { GapGroup } from "#contract/gaps.ts";
import { useIsSettling } from "../../kernel/insights/settling.ts";
import { changePreferences } from "../../kernel/workspace/change-preferences.ts";
import { usePreferences } from "../../kernel/workspace/frame.ts";
import { language } from "../../lib/messages/catalog.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Screen } from "../../ui/screen.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Switch } from "../../ui/switch.tsx";
import { forgetGaps, lookForGaps } from "./gap-mutations.ts";
import { GapRow } from "./gap-row.tsx";

type GapsScreenProps = {
  heading: Ref<HTMLHeadingElement>;
  /** What leads to the other views of the same page. */
  views: ReactNode;
};

/** Searches and questions that found nothing and still find nothing, by the words they share. */
export function GapsScreen({ heading, views }: GapsScreenProps) {
  const look = useQuery({ queryKey: ["gaps"], queryFn: lookForGaps, staleTime: 0, persister: undefined });
  const list = useQuery(api.gaps.list.queryOptions({ staleTime: 0 }));
  const isSettling = useIsSettling();
  const groups = (list.data?.groups ?? []).map((group) => ({
    ...group,
    gaps: group.gaps.filter(({ id }) => !isSettling(id)),
  }));
  const listed = countOf(list.data?.groups ?? []);
  const total = (list.data?.total ?? 0) - listed + countOf(groups);
  // That there are none is said once all is searched for.
  const isFirstLook = look.isFetching && total === 0;
  return (
    <Screen
      frame="full"
      title={t("Analytics")}
      heading={heading}
      filters={
        <>
          {views}
          <Keeping isEmpty={list.data?.total === 0} />
        </>
      }
    >
      <p role="status" className="pb-2 text-sm text-muted empty:hidden">
        {look.isFetching && t("Searching your notes again…")}
      </p>
      {look.isError && <LoadFailed onRetry={() => void look.refetch()} />}
      {list.data && !isFirstLook ? (
        <Groups groups={groups.filter(({ gaps }) => gaps.length > 0)} total={total} />
      ) : list.isError ? (
        !look.isError && <LoadFailed onRetry={() => void list.refetch()} />
      ) : (
        <SkeletonRows count={6} />
      )}
    </Screen>
  );
}

const countOf = (groups: readonly GapGroup[]) => groups.reduce((sum, { gaps }) => sum + gaps.length, 0);

/** Whether any are kept at all, and the way to be rid of them. */
function Keeping({ isEmpty }: { isEmpty: boolean }) {
  const isOn = usePreferences()?.settings.keepsGaps !== false;
  const [isAsking, setIsAsking] = useState(false);
  const change = (next: boolean) => void changePreferences({ settings: { keepsGaps: next ? null : false } });
  return (
    <div className="flex min-h-9 max-w-3xl flex-wrap items-center justify-between gap-x-4">
      <Switch label={t("Keep searches and questions that find nothing")} isOn={isOn} onChange={change} />
      {!isEmpty && (
        <Button look="quiet" className="-mx-3 pointer-coarse:h-11" onClick={() => setIsAsking(true)}>
          {t("Forget All")}
        </Button>
      )}
      <Dialog
        title={t("Forget All Questions")}
        description={t("The list is emptied, and so is what you dismissed. This can't be undone.")}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        size="small"
      >
        <DialogActions>
          <Button onClick={() => setIsAsking(false)}>{t("Cancel")}</Button>
          <Button
            look="danger"
            onClick={() => {
              setIsAsking(false);
              void forgetGaps();
            }}
          >
            {t("Forget All")}
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  );
}

function Groups({ groups, total }: { groups: readonly GapGroup[]; total: number }) {
  if (total === 0) return <NothingHere />;
  const shown = countOf(groups);
  const isGrouped = groups.some(({ word }) => word !== null);
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      {groups.map(({ word, gaps }) => {
        const heading = word ?? (isGrouped ? t("Other questions") : t("Questions"));
        return (
          <section key={word ?? ""} aria-label={heading}>
            <h2 className="pb-1 text-sm font-semibold first-letter:uppercase" dir="auto">
              {heading}
            </h2>
            <ul className="flex flex-col">
              {gaps.map((gap) => (
                <GapRow key={gap.id} gap={gap} />
              ))}
            </ul>
          </section>
        );
      })}
      {total > shown && (
        <p className="text-sm text-muted">
          {t("The first {shown} of {total}", {
            shown: shown.toLocaleString(language),
            total: total.toLocaleString(language),
          })}
        </p>
      )}
    </div>
  );
}

const NothingHere = () => (
  <EmptyState icon={<SearchX size={20} />} title={t("No missing notes")}>
    {t(
      "What you search for or ask in Chat and don't find is listed here until a note says it. Nobody but you sees it.",
    )}
  </EmptyState>
);

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 py-16 text-center text-sm text-muted">
      <p>{t("The questions couldn't be loaded.")}</p>
      <Button onClick={onRetry}>{t("Try again")}</Button>
    </div>
  );
}
