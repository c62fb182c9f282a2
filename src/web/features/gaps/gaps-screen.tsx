import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { type ReactNode, type Ref, useState } from "react";
import type { GapGroup } from "#contract/gaps.ts";
import { LoadFault } from "../../kernel/load-fault.tsx";
import { changePreferences } from "../../kernel/workspace/change-preferences.ts";
import { usePreferences } from "../../kernel/workspace/frame.ts";
import { language } from "../../lib/messages/catalog.ts";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Screen } from "../../ui/screen.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Switch } from "../../ui/switch.tsx";
import { countOf, useGaps } from "./gap-lists.ts";
import { forgetGaps, lookForGaps } from "./gap-mutations.ts";
import { GapRow } from "./gap-row.tsx";

const FAULTS = {
  offline: t("Can't load missing notes while offline."),
  failed: t("The questions couldn't be loaded."),
};

type GapsScreenProps = {
  heading: Ref<HTMLHeadingElement>;
  /** What leads to the other views of the same page. */
  views: ReactNode;
};

/** Searches and questions that found nothing and still find nothing, by the words they share. */
export function GapsScreen({ heading, views }: GapsScreenProps) {
  const look = useQuery({ queryKey: ["gaps"], queryFn: lookForGaps, staleTime: 0, persister: undefined });
  const list = useGaps();
  const groups = (list.data?.groups ?? []).filter(({ gaps }) => gaps.length > 0);
  const error = look.error ?? list.error;
  // That there are none is said once all is searched for.
  const isKnown = list.data !== undefined && !look.isFetching;
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
      {error && (
        <LoadFault
          error={error}
          isOld={groups.length > 0}
          words={FAULTS}
          onRetry={() => [look, list].forEach((one) => void one.refetch())}
        />
      )}
      {groups.length > 0 ? (
        <Groups groups={groups} total={list.data?.total ?? 0} />
      ) : error ? null : isKnown ? (
        <NothingHere />
      ) : (
        <SkeletonRows count={6} />
      )}
    </Screen>
  );
}

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
                <GapRow key={gap.id} gap={{ ...gap, word }} />
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
