import { clsx } from "clsx";
import type { ButtonHTMLAttributes, Ref } from "react";
import { Spinner } from "./spinner.tsx";

type Look = "primary" | "plain" | "quiet" | "danger";

const looks: Record<Look, string> = {
  primary: "bg-accent-fill text-on-accent hover:bg-accent-fill-hover font-medium",
  plain: "border border-line-strong bg-raised hover:bg-pressed",
  quiet: "text-muted hover:bg-hover hover:text-ink",
  danger: "bg-danger-fill text-white hover:opacity-90 font-medium",
};

/** How a button looks; for links that act like one as well. */
export function buttonClass(look: Look = "plain", className?: string): string {
  return clsx(
    "tap inline-flex h-8 shrink-0 items-center justify-center gap-1.5 rounded-md px-3 text-sm whitespace-nowrap transition-colors",
    "disabled:pointer-events-none disabled:opacity-50 aria-busy:cursor-default aria-busy:opacity-50",
    looks[look],
    className,
  );
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: Look;
  isBusy?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

export function Button({
  look = "plain",
  isBusy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={buttonClass(look, className)}
      // Not `disabled`, which would drop the focus: who waits with the keyboard stays where they are.
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {isBusy && <Spinner size={14} />}
      {children}
    </button>
  );
}

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  label: string;
  isOn?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

/** A square button whose icon says it; `label` is its name to those who do not see the icon. */
export function IconButton({ label, isOn, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isOn}
      className={clsx(
        "tap inline-grid size-7 shrink-0 place-items-center rounded-md transition-colors disabled:pointer-events-none disabled:opacity-40",
        isOn ? "bg-accent-soft text-accent" : "text-muted hover:bg-hover hover:text-ink",
        className,
      )}
      {...rest}
    />
  );
}
