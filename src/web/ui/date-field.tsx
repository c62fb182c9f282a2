import { clsx } from "clsx";
import type { InputHTMLAttributes } from "react";
import { Field, inputClass } from "./field.tsx";

type DateFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & {
  label: string;
  error?: string | undefined;
  hint?: string;
  /** The label beside it, as in a row of filters. */
  isInline?: boolean;
  isLine?: boolean;
};

/** Beyond it browsers let people type years of six digits. */
const LAST_DAY = "9999-12-31";

/** A day, as YYYY-MM-DD: typed, or chosen in the platform's own calendar, which knows the reader's week and writing. */
export function DateField({
  label,
  isInline = false,
  isLine = false,
  className,
  error,
  hint,
  ...rest
}: DateFieldProps) {
  if (!isInline)
    return (
      <Field
        label={label}
        type="date"
        max={LAST_DAY}
        isLine={isLine}
        className={className}
        error={error}
        hint={hint}
        {...rest}
      />
    );
  return (
    <label className={clsx("flex items-center gap-2 text-sm text-muted", className)}>
      <span className="max-sm:w-9">{label}</span>
      <input type="date" max={LAST_DAY} className={clsx(inputClass, "h-8 w-36")} {...rest} />
    </label>
  );
}
