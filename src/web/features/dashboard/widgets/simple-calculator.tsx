import { clsx } from "clsx";
import { type KeyboardEvent, useState } from "react";
import { defineWidget } from "../../../kernel/widgets/widget.ts";
import { t } from "../../../lib/messages/t.ts";
import { type CalculatorState, CLEARED, displayed, type Key, pressed } from "./calculator-state.ts";

const ROWS: readonly (readonly Key[])[] = [
  ["C", "CE", "⌫", "÷"],
  ["7", "8", "9", "×"],
  ["4", "5", "6", "-"],
  ["1", "2", "3", "+"],
  ["±", "0", ".", "="],
];

const NAMES: Partial<Record<Key, string>> = {
  C: t("Clear"),
  CE: t("Clear entry"),
  "⌫": t("Delete last digit"),
  "÷": t("Divide"),
  "×": t("Multiply"),
  "-": t("Subtract"),
  "+": t("Add"),
  "±": t("Change sign"),
  ".": t("Decimal point"),
  "=": t("Equals"),
};

/** Keys of a keyboard by what they press here. */
const TYPED: Record<string, Key> = {
  Enter: "=",
  "*": "×",
  x: "×",
  "/": "÷",
  ",": ".",
  Backspace: "⌫",
  Delete: "CE",
  Escape: "C",
  c: "C",
};
const IS_KEY = /^[\d+=.-]$/;

function Calculator({ state, onPress }: { state: CalculatorState; onPress: (key: Key) => void }) {
  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Enter and the space bar press the button that has the focus, but for the answer, which Enter asks for.
    const key = TYPED[event.key] ?? (IS_KEY.test(event.key) ? (event.key as Key) : null);
    if (!key) return;
    event.preventDefault();
    event.stopPropagation();
    onPress(key);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its buttons have the focus, and their keys are typed
    <div onKeyDown={handleKey} className="flex h-full min-h-56 flex-col gap-2">
      <output
        aria-label={t("Result")}
        dir="ltr"
        className="block truncate rounded-md bg-bg px-3 py-2 text-end text-2xl tabular-nums"
      >
        {displayed(state)}
      </output>
      <div className="grid flex-1 grid-cols-4 gap-1.5" dir="ltr">
        {ROWS.flat().map((key) => (
          <button
            key={key}
            type="button"
            aria-label={NAMES[key]}
            aria-pressed={key === state.operator ? true : undefined}
            onClick={() => onPress(key)}
            className={clsx(
              "tap min-h-8 rounded-md text-sm tabular-nums hover:bg-pressed aria-pressed:bg-accent-soft",
              key === "="
                ? "bg-accent-fill font-medium text-on-accent hover:bg-accent-fill-hover"
                : "border border-line bg-raised",
            )}
          >
            {key}
          </button>
        ))}
      </div>
    </div>
  );
}

export const widget = defineWidget({
  View: function SimpleCalculator() {
    const [state, setState] = useState(CLEARED);
    return <Calculator state={state} onPress={(key) => setState((now) => pressed(now, key))} />;
  },
  Preview: function SimpleCalculatorPreview() {
    return <Calculator state={{ ...CLEARED, display: "42" }} onPress={() => undefined} />;
  },
});
