import { clsx } from "clsx";
import { CalendarDays } from "lucide-react";
import { useId, useRef, useState, type InputHTMLAttributes } from "react";
import { t } from "../../lib/messages/t.ts";
import { inputClass, lineClass } from "../field.tsx";
import { Calendar } from "./calendar.tsx";
import { loadOverlays, useOverlays } from "../overlay/overlays.ts";

type DateFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "id"> & {
  label: string;
  error?: string | undefined;
  hint?: string;
  /** The label beside it, as in a row of filters. */
  isInline?: boolean;
  isLine?: boolean;
};

/** Beyond it browsers let people type years of six digits. */
const LAST_DAY = "9999-12-31";

/** A day, as YYYY-MM-DD: typed in the browser's own writing, or chosen in a calendar whose weeks begin as the account has it. */
export function DateField({
  label,
  isInline = false,
  isLine = false,
  className,
  error,
  hint,
  ...rest
}: DateFieldProps) {
  const id = useId();
  const hasNote = !isInline && Boolean(error || hint);
  return (
    <div
      className={clsx(
        isInline && "flex items-center gap-2 text-muted",
        isLine && lineClass,
        !isInline && !isLine && "flex flex-col gap-1.5",
        "text-sm",
        className,
      )}
    >
      <label htmlFor={id} className={isInline ? "max-sm:w-9" : "font-medium"}>
        {label}
      </label>
      <DayInput
        id={id}
        label={label}
        className={isInline ? "h-8 w-40" : "h-9"}
        aria-invalid={error ? true : undefined}
        aria-describedby={hasNote ? `${id}-note` : undefined}
        {...rest}
      />
      {hasNote && (
        <p
          id={`${id}-note`}
          role={error ? "alert" : undefined}
          className={clsx("text-xs", isLine && "col-start-2", error ? "text-danger" : "text-faint")}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

/** As if it had been typed: whoever listens to the field hears of it, and a form sends it. */
function write(input: HTMLInputElement, day: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(input, day);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function DayInput({ label, className, ...rest }: InputHTMLAttributes<HTMLInputElement> & { label: string }) {
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [shown, setShown] = useState("");
  const parts = useOverlays(isOpen);
  const toggle = () => {
    setShown(input.current?.value ?? "");
    setIsOpen(!isOpen);
  };
  const choose = (day: string) => {
    if (input.current) write(input.current, day);
    setIsOpen(false);
  };
  return (
    <div className="relative">
      <input
        ref={input}
        type="date"
        max={LAST_DAY}
        className={clsx(inputClass, "pe-9 [&::-webkit-calendar-picker-indicator]:hidden", className)}
        {...rest}
      />
      <button
        ref={opener}
        type="button"
        disabled={rest.disabled}
        aria-label={t("Open calendar: {label}", { label })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadOverlays()}
        onFocus={() => void loadOverlays()}
        onClick={toggle}
        className="tap absolute inset-y-0 end-1 my-auto grid size-7 place-items-center rounded-md text-faint hover:bg-hover hover:text-ink disabled:opacity-40"
      >
        <CalendarDays size={15} aria-hidden="true" />
      </button>
      {parts && (
        <parts.OpenPopover label={label} isOpen={isOpen} onOpenChange={setIsOpen} anchor={opener}>
          <Calendar value={shown} onChoose={choose} />
        </parts.OpenPopover>
      )}
    </div>
  );
}
