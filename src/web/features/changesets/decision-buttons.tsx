import { clsx } from "clsx";
import { Check, Undo2, X } from "lucide-react";
import type { PartState } from "#contract/changesets.ts";
import { useKeyHint } from "../../kernel/actions/key-store.ts";
import { useIsOffline } from "../../platform/connection.ts";
import { Button } from "../../ui/button.tsx";
import { Tooltip } from "../../ui/overlay/tooltip.tsx";
import { OFFLINE } from "./offline-words.ts";
import { canGo, isMeant, type Way } from "./parts.ts";

const ICONS = { apply: Check, refuse: X, undo: Undo2 } as const;

/** What a button says, alone in its row, and what it is called among others. */
export type ButtonWords = Record<Way, { words: string; name: string }>;

type DecisionButtonsProps = {
  states: readonly PartState[];
  words: ButtonWords;
  /** One change may be accepted again after it was refused or undone; a button for several does not mean those. */
  isOne?: boolean;
  isPrimary?: boolean;
  /** Which ways lead anywhere, where the states alone don't say. */
  can?: (way: Way) => boolean;
  onDecide: (way: Way) => void;
};

/** Only those that lead anywhere. */
export function DecisionButtons({ states, words, isOne, isPrimary, can, onDecide }: DecisionButtonsProps) {
  const isOffline = useIsOffline();
  const hints = {
    apply: useKeyHint("change.apply"),
    refuse: useKeyHint("change.refuse"),
    undo: useKeyHint("change.undo"),
  };
  return (["apply", "refuse", "undo"] as const).map((way) => {
    if (can && !can(way)) return null;
    if (!states.some((state) => (isOne ? canGo(way, state) : isMeant(way, state)))) return null;
    const Icon = ICONS[way];
    return (
      <Tooltip key={way} words={isOffline ? OFFLINE : words[way].name} {...(isOne && { keys: hints[way] })}>
        <Button
          look={isPrimary && way === "apply" ? "primary" : "plain"}
          disabled={isOffline}
          aria-label={words[way].name}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onDecide(way)}
          className={clsx("pointer-coarse:h-11", !isOne && "max-sm:grow max-sm:px-2")}
        >
          <Icon size={14} aria-hidden="true" /> {words[way].words}
        </Button>
      </Tooltip>
    );
  });
}
