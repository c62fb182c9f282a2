import { clsx } from "clsx";
import { Eye, EyeOff } from "lucide-react";
import { useId, useState, type InputHTMLAttributes, type ReactNode, type Ref } from "react";
import { t } from "../lib/messages/t.ts";

/** How a field looks; its height is the caller's. */
export const inputClass =
  "w-full rounded-md border border-field-line bg-bg px-3 text-base outline-offset-0 transition-colors focus-visible:border-accent disabled:opacity-60 aria-invalid:border-danger";

/** A label and what it names in one line; under each other all labels and all fields begin at one edge. */
export const lineClass = "grid grid-cols-[7.5rem_minmax(0,1fr)] items-center gap-x-3 gap-y-1";

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  /** Stands at the right of the label: "Forgot password?" */
  aside?: ReactNode;
  /** The label beside it, as in a list of options. */
  isLine?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/** A labelled input; its error is read with it. */
export function Field({
  label,
  error,
  hint,
  aside,
  isLine = false,
  id,
  className,
  type,
  ...rest
}: FieldProps) {
  const made = useId();
  const inputId = id ?? made;
  const [isShown, setIsShown] = useState(false);
  const isPassword = type === "password";
  return (
    <div className={clsx(isLine ? lineClass : "flex flex-col gap-1.5", className)}>
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <label htmlFor={inputId} className="font-medium">
          {label}
        </label>
        {!isLine && aside}
      </div>
      <div className="relative">
        <input
          id={inputId}
          type={isPassword && isShown ? "text" : type}
          className={clsx(inputClass, "h-9", isPassword && "pr-10")}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${inputId}-note` : undefined}
          {...rest}
        />
        {isPassword && (
          <button
            type="button"
            className="tap absolute inset-y-0 right-1 my-auto grid size-7 place-items-center rounded-md text-faint hover:text-ink"
            aria-label={isShown ? t("Hide password") : t("Show password")}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? <EyeOff size={16} /> : <Eye size={16} />}
          </button>
        )}
      </div>
      {(error || hint) && (
        <p
          id={`${inputId}-note`}
          role={error ? "alert" : undefined}
          className={clsx("text-xs", isLine && "col-start-2", error ? "text-danger" : "text-faint")}
        >
          {error ?? hint}
        </p>
      )}
      {isLine && aside && <div className="col-start-2">{aside}</div>}
    </div>
  );
}

/** What went wrong with a whole form, under its fields; it stays until the next try. */
export function FormError({ words }: { words: string | null }) {
  if (!words) return null;
  return (
    <p role="alert" className="text-sm text-danger">
      {words}
    </p>
  );
}
