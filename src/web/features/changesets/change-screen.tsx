import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FolderTree, ListChecks, Trash2 } from "lucide-react";
import { type Ref, useRef, useState } from "react";
import type { Changeset } from "#contract/changesets.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { useIsOffline } from "../../platform/connection.ts";
import { errorCode, isUnreachable } from "../../platform/rpc-errors.ts";
import { Button, buttonClass, IconButton } from "../../ui/button.tsx";
import { Time } from "../../ui/dates/time.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Screen } from "../../ui/screen.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Comparison } from "./comparison.tsx";
import { ChangedNotes } from "./changed-notes.tsx";
import { ChangedRecords } from "./records/changed-records.tsx";
import { type ButtonWords, DecisionButtons } from "./decision-buttons.tsx";
import { decideMany } from "./decisions.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { OFFLINE } from "./offline-words.ts";
import { allRefs, countStates, isMeant, isWaiting, summaryWords, waitingIn, type Way } from "./parts.ts";
import { sourceWords } from "./source-words.ts";
import { placeLink } from "./state-line.tsx";
import { removeChangeset } from "./remove-changeset.ts";
import { useReview } from "./use-review.ts";

type ChangeScreenProps = { id: string; heading: Ref<HTMLHeadingElement>; onGone: () => void };

const ALL: ButtonWords = {
  apply: { words: t("Accept all"), name: t("Accept all changes") },
  refuse: { words: t("Refuse all"), name: t("Refuse all changes") },
  undo: { words: t("Undo all"), name: t("Undo all changes") },
};

/** One set of changes, reviewed like a pull request: part by part, by note, or as a whole. */
export function ChangeScreen({ id, heading, onGone }: ChangeScreenProps) {
  const { data, error, isPending, refetch } = useQuery(
    api.changesets.get.queryOptions({ input: { id }, staleTime: 0 }),
  );
  const isGone = errorCode(error) === "NOT_FOUND";
  const changeset = isGone ? undefined : data;
  const isOffline = useIsOffline();
  const [isAsking, setIsAsking] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useReview(root, changeset);
  const remove = () => {
    setIsAsking(false);
    void removeChangeset(id, onGone);
  };
  const waiting = changeset ? waitingIn(countStates(allRefs(changeset))) : 0;
  return (
    <Screen
      frame="reading"
      title={<bdi>{changeset?.title ?? t("Changes")}</bdi>}
      heading={heading}
      actions={
        changeset && (
          <IconButton
            label={t("Delete these changes")}
            disabled={isOffline}
            className="pointer-coarse:size-11"
            onClick={() => (waiting > 0 ? setIsAsking(true) : remove())}
          >
            <Trash2 size={16} />
          </IconButton>
        )
      }
    >
      <div ref={root}>
        {changeset ? (
          <Review changeset={changeset} isOffline={isOffline} />
        ) : isGone ? (
          <EmptyState
            icon={<ListChecks size={20} />}
            title={t("These changes were deleted")}
            action={
              <Link to="/app/changes" className={buttonClass()}>
                {t("All changes")}
              </Link>
            }
          >
            {t("They were deleted, or they belong to another account.")}
          </EmptyState>
        ) : isPending ? (
          <SkeletonRows />
        ) : (
          <div role="alert" className="flex flex-col items-center gap-3 py-16 text-sm text-muted">
            <p>
              {isUnreachable(error)
                ? t("These changes aren't on this device. They open when you're back online.")
                : t("Couldn't load these changes.")}
            </p>
            <Button onClick={() => void refetch()}>{t("Try again")}</Button>
          </div>
        )}
      </div>
      <DeleteDialog
        waiting={waiting}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onDelete={remove}
      />
    </Screen>
  );
}

function Review({ changeset, isOffline }: { changeset: Changeset; isOffline: boolean }) {
  const { id, source, createdAt, notes, records } = changeset;
  const all = allRefs(changeset);
  const states = all.map(({ state }) => state);
  const handleDecide = (way: Way) =>
    void decideMany(
      id,
      way,
      all.flatMap(({ ref, state }) => (isMeant(way, state) ? [ref] : [])),
      true,
    );
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        <Link to="/app/changes" className={placeLink}>
          {t("All changes")}
        </Link>
        <span aria-hidden="true">{"\u00b7"}</span>
        <span>{sourceWords(source)}</span>
        <span aria-hidden="true">{"\u00b7"}</span>
        <Time at={createdAt} />
      </div>
      {source.prompt && (
        <blockquote
          dir="auto"
          className="mt-2 border-s-2 border-line-strong ps-3 text-sm whitespace-pre-line"
        >
          {source.prompt}
        </blockquote>
      )}
      <div className="sticky top-0 z-10 -mx-1 flex flex-wrap items-center gap-2 bg-bg px-1 py-2">
        <p role="status" className="min-w-40 flex-1 text-sm text-muted max-sm:basis-full">
          {all.length === 0 ? t("Nothing is left of these changes.") : summaryWords(countStates(all))}
        </p>
        {(states.some(isWaiting) || states.length === 0) && (
          <Link
            to="/app/changes/$changesetId/walk"
            params={{ changesetId: id }}
            className={buttonClass("plain", "pointer-coarse:h-11 max-sm:grow max-sm:px-2")}
          >
            <FolderTree size={14} aria-hidden="true" /> {t("Walk around")}
          </Link>
        )}
        <DecisionButtons states={states} words={ALL} isPrimary onDecide={handleDecide} />
      </div>
      {isOffline && <p className="pb-2 text-sm text-muted">{OFFLINE}</p>}
      {states.some(isWaiting) && <Comparison key={changeset.updatedAt} id={id} />}
      <ChangedRecords changesetId={id} records={records} />
      <ChangedNotes changesetId={id} notes={notes} />
    </>
  );
}
