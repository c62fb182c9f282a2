import { useSyncExternalStore } from "react";
import { ago, inFull, onTimeChoices, timeChoices } from "../../lib/dates.ts";

type TimeProps = {
  /** As the API writes it. */
  at: string;
  /** The sentence it stands in; alone without. */
  words?: (when: string) => string;
  className?: string;
};

/** Draws its component anew when the account chooses another way to write times. */
export const useTimeChoices = () => useSyncExternalStore(onTimeChoices, timeChoices);

/** "5m ago", and the instant in full when one points at it. */
export function Time({ at, words, className }: TimeProps) {
  useTimeChoices();
  const when = ago(at);
  return (
    <time dateTime={at} title={inFull(at)} className={className}>
      {words ? words(when) : when}
    </time>
  );
}
