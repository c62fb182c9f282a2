import { useId, useState } from "react";

type RadioRowProps<Value extends string> = {
  /** Heard, not seen: what is around it says it. */
  label: string;
  options: readonly { value: Value; words: string }[];
  value: Value;
  /** A promise while the value may still be refused. */
  onChoose: (value: Value) => unknown;
};

/** One of a few, all in sight. */
export function RadioRow<Value extends string>({ label, options, value, onChoose }: RadioRowProps<Value>) {
  const name = useId();
  // Set at once: a button that waits for its value to come round jumps back for a moment.
  const [meant, setMeant] = useState<Value | null>(null);
  const choose = async (chosen: Value) => {
    setMeant(chosen);
    try {
      await onChoose(chosen);
    } finally {
      setMeant((now) => (now === chosen ? null : now));
    }
  };
  return (
    <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-8 cursor-pointer items-center gap-2.5 text-sm pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name={name}
            checked={option.value === (meant ?? value)}
            onChange={() => void choose(option.value)}
            className="size-4 accent-[var(--accent-fill)]"
          />
          {option.words}
        </label>
      ))}
    </fieldset>
  );
}
