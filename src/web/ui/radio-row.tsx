import { useId } from "react";

type RadioRowProps<Value extends string> = {
  /** Heard, not seen: what is around it says it. */
  label: string;
  options: readonly { value: Value; words: string }[];
  value: Value;
  onChoose: (value: Value) => void;
};

/** One of a few, all in sight. */
export function RadioRow<Value extends string>({ label, options, value, onChoose }: RadioRowProps<Value>) {
  const name = useId();
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
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
            className="size-4 accent-[var(--accent-fill)]"
          />
          {option.words}
        </label>
      ))}
    </fieldset>
  );
}
