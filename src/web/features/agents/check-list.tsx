type CheckListProps<Value extends string> = {
  /** Heard, not seen: what is around it says it. */
  label: string;
  options: readonly { value: Value; words: string; about?: string }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  /** Short words, side by side. */
  isRow?: boolean;
};

/** Any of several, all in sight. */
export function CheckList<Value extends string>({
  label,
  options,
  chosen,
  onChange,
  isRow = false,
}: CheckListProps<Value>) {
  const toggle = (value: Value, isIn: boolean) =>
    onChange(
      options.flatMap((each) =>
        (each.value === value ? isIn : chosen.includes(each.value)) ? [each.value] : [],
      ),
    );
  return (
    <fieldset className={isRow ? "flex flex-wrap gap-x-5" : "grid gap-x-5 sm:grid-cols-2"}>
      <legend className="sr-only">{label}</legend>
      {options.map(({ value, words, about }) => (
        <label
          key={value}
          title={about}
          className="flex min-h-8 cursor-pointer items-center gap-2.5 text-sm pointer-coarse:min-h-11"
        >
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) => toggle(value, event.target.checked)}
            className="size-4 shrink-0 accent-[var(--accent-fill)]"
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
