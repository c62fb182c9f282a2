import { clsx } from "clsx";
import { type CSSProperties, useState } from "react";

type TickerProps = {
  words: string;
  /** For once from edge to edge. */
  seconds: number;
  isPaused: boolean;
};

const RIGHT_TO_LEFT =
  /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * A line that runs through its place, by a transform alone. It stands under the pointer, while it has the focus, when it is paused, and
 * for whoever wants less motion: then it is cut at the end, and a press shows all of it.
 */
export function Ticker({ words, seconds, isPaused }: TickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isRightToLeft = RIGHT_TO_LEFT.test(words);
  return (
    <button
      type="button"
      dir={isRightToLeft ? "rtl" : "ltr"}
      title={words}
      aria-expanded={isOpen}
      data-paused={isPaused || undefined}
      data-open={isOpen || undefined}
      className={clsx(
        "ticker tap min-w-0 flex-1 rounded-md text-start text-sm",
        isOpen ? "py-1 wrap-anywhere" : "overflow-hidden whitespace-nowrap",
      )}
      style={{ "--ticker-time": `${seconds}s` } as CSSProperties}
      onClick={() => setIsOpen(!isOpen)}
    >
      <span className="ticker-words">{words}</span>
    </button>
  );
}
