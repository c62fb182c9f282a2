import type { Editor } from "@tiptap/core";
import { clsx } from "clsx";
import { Check, ChevronDown, ChevronUp, X } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { bringIntoSight } from "../../../lib/bring-into-sight.ts";
import { t } from "../../../lib/messages/t.ts";
import { useIsOffline } from "../../../platform/connection.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { type Change, useControls } from "../controls.ts";
import { decideMany, decideOne } from "../decisions.ts";
import { fullKey, useDeciding } from "../deciding.ts";
import { OFFLINE } from "../offline-words.ts";
import { keyOf, type Way } from "../parts.ts";
import type { NoteReview, Shown, Snapshot } from "../../../editor/changes/note-review.ts";
import { PartCard } from "./part-card.tsx";
import { partKey, type WaitingPart } from "../../../editor/changes/waiting-part.ts";

type ReviewBarProps = {
  noteId: string;
  editor: Editor;
  parts: readonly WaitingPart[];
  hasTopTools: boolean;
  onClose: () => void;
};

const NOTHING: Snapshot = { shown: [], current: null };

/** Leads through the changes that wait for a note, each shown at its place in the text. */
export function ReviewBar(props: ReviewBarProps) {
  const { noteId, editor, parts, hasTopTools, onClose } = props;
  const isOffline = useIsOffline();
  const { review, snapshot } = useNoteReview(props);
  const { shown, current } = snapshot;
  const at = shown.findIndex(({ key }) => key === current);
  const step = (by: -1 | 1) => {
    const next = shown[(at + by + shown.length) % shown.length];
    if (!next) return;
    review?.choose(next.key);
    bringIntoSight(next.host, "center");
  };
  const decideHere = (way: Way, { key, part, host }: Shown) => {
    if (host.contains(document.activeElement)) leaveFor(nextWaiting(shown, key));
    void decideOne(part.changesetId, way, { noteId, part: part.part }, true);
  };
  /** The button that has the focus goes away: who presses keys goes on at the next change, or in the text. */
  const leaveFor = (next: Shown | undefined) => {
    if (!next) {
      editor.commands.focus();
      return;
    }
    review?.choose(next.key);
    cardOf(next)?.focus({ preventScroll: true });
    bringIntoSight(next.host, "center");
  };
  const bar = useRef<HTMLElement>(null);
  const decideAll = (way: Way) => {
    if (bar.current?.contains(document.activeElement)) leaveFor(undefined);
    for (const [id, of] of Map.groupBy(parts, ({ changesetId }) => changesetId))
      void decideMany(
        id,
        way,
        of.map(({ part }) => ({ noteId, part })),
        false,
      );
  };
  useReviewControls(shown, current, step, decideHere);
  return (
    <div
      className={clsx(
        "note-chrome sticky z-10 mx-auto w-full max-w-3xl bg-bg px-4 py-2 sm:px-6 print:hidden",
        hasTopTools ? "top-11" : "top-0",
      )}
    >
      <section
        ref={bar}
        aria-label={t("Proposed changes")}
        className="flex flex-wrap items-center gap-1.5 rounded-md bg-accent-soft px-2 py-1.5 text-sm"
      >
        <p role="status" className="min-w-28 flex-1 ps-1 tabular-nums max-sm:basis-28">
          {at < 0 ? t("Looking...") : t("Change {at} of {count}", { at: at + 1, count: shown.length })}
        </p>
        <IconButton
          label={t("Previous Change")}
          className="pointer-coarse:size-11"
          onClick={() => step(-1)}
          {...keepFocus}
        >
          <ChevronUp size={16} />
        </IconButton>
        <IconButton
          label={t("Next Change")}
          className="pointer-coarse:size-11"
          onClick={() => step(1)}
          {...keepFocus}
        >
          <ChevronDown size={16} />
        </IconButton>
        <div className="flex gap-1.5 max-sm:order-last max-sm:basis-full">
          <Button
            disabled={isOffline}
            className="max-sm:grow max-sm:px-2 pointer-coarse:h-11"
            onClick={() => decideAll("apply")}
            {...keepFocus}
          >
            <Check size={14} aria-hidden="true" /> {t("Accept all")}
          </Button>
          <Button
            disabled={isOffline}
            className="max-sm:grow max-sm:px-2 pointer-coarse:h-11"
            onClick={() => decideAll("refuse")}
            {...keepFocus}
          >
            <X size={14} aria-hidden="true" /> {t("Refuse all")}
          </Button>
        </div>
        <Button look="quiet" className="max-sm:grow max-sm:px-2 pointer-coarse:h-11" onClick={onClose}>
          {t("Done")}
        </Button>
        {isOffline && <p className="basis-full px-1 text-xs text-muted">{OFFLINE}</p>}
      </section>
      {review &&
        shown.map((each) =>
          createPortal(
            <PartCard
              shown={each}
              noteId={noteId}
              comes={review.sidesOf(each.part).comes}
              isCurrent={each.key === current}
              onDecide={(way) => decideHere(way, each)}
            />,
            each.host,
            each.key,
          ),
        )}
    </div>
  );
}

const cardOf = ({ host, key }: Shown) =>
  host.querySelector<HTMLElement>(`[data-change-id="${CSS.escape(key)}"]`);

/** Behind a change, else from the first on: one that was decided has no buttons any more. */
function nextWaiting(shown: readonly Shown[], key: string): Shown | undefined {
  const at = shown.findIndex((each) => each.key === key);
  return [...shown.slice(at + 1), ...shown.slice(0, Math.max(at, 0))].find(({ host }) =>
    host.querySelector("button"),
  );
}

/** A press takes the caret of nobody who writes. */
const keepFocus = { onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault() };

function useNoteReview({ noteId, editor, parts, onClose }: ReviewBarProps) {
  const [snapshot, setSnapshot] = useState<Snapshot>(NOTHING);
  const [review, setReview] = useState<NoteReview | null>(null);
  const leave = useRef(onClose);
  useEffect(() => void (leave.current = onClose));
  useEffect(() => {
    let made: NoteReview | null = null;
    let isGone = false;
    void import("../../../editor/changes/note-review.ts").then(
      (module) => {
        if (isGone) return;
        made = new module.NoteReview(editor, setSnapshot);
        setReview(made);
      },
      () => {
        if (isGone) return;
        toast.error(t("Couldn't show the changes. Try again."));
        leave.current();
      },
    );
    return () => {
      isGone = true;
      setReview(null);
      made?.destroy();
    };
  }, [editor]);
  const ways = useDeciding((state) => state.ways);
  const decided = useMemo(
    () =>
      new Set(
        parts
          .filter(({ changesetId, part }) => ways.has(fullKey(changesetId, keyOf({ noteId, part }))))
          .map(partKey),
      ),
    [parts, ways, noteId],
  );
  useEffect(() => review?.show(parts, decided), [review, parts, decided]);
  const isShown = useRef(false);
  useEffect(() => {
    const [first] = snapshot.shown;
    if (!first || isShown.current) return;
    isShown.current = true;
    bringIntoSight(first.host, "center");
  }, [snapshot]);
  return { review, snapshot };
}

/** The keys of a review mean the part that one has come to, wherever the focus is but in the text. */
function useReviewControls(
  shown: readonly Shown[],
  current: string | null,
  step: (by: -1 | 1) => void,
  decideHere: (way: Way, shown: Shown) => void,
): void {
  const now = useRef({ shown, current, step, decideHere });
  useEffect(() => void (now.current = { shown, current, step, decideHere }));
  useEffect(() => {
    const changeOf = (key: string | null): Change | null => {
      const each = now.current.shown.find((one) => one.key === key);
      if (!each) return null;
      return {
        id: each.key,
        name: each.part.title,
        can: (way) => way === "refuse" || (way === "apply" && each.standing === "ready"),
        decide: (way) => now.current.decideHere(way, each),
      };
    };
    const controls = {
      step: (by: -1 | 1) => now.current.step(by),
      current: () => changeOf(now.current.current),
      find: changeOf,
    };
    useControls.setState({ controls });
    return () => useControls.setState((state) => (state.controls === controls ? { controls: null } : {}));
  }, []);
}
