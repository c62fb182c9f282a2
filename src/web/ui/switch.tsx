import { useId } from "react";

type SwitchProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void; isDisabled?: boolean };

/** On or off, at once and without a Save. */
export function Switch({ label, isOn, onChange, isDisabled = false }: SwitchProps) {
  const id = useId();
  return (
    <span className="inline-flex items-center gap-3">
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-labelledby={`${id}-label`}
        disabled={isDisabled}
        className="tap inline-flex h-6 w-10 shrink-0 items-center rounded-full border border-field-line bg-raised p-0.5 transition-colors disabled:opacity-50 aria-checked:border-accent-fill aria-checked:bg-accent-fill forced-colors:aria-checked:bg-[Highlight]"
        onClick={() => onChange(!isOn)}
      >
        <span
          aria-hidden="true"
          className={`size-4.5 rounded-full transition-transform forced-colors:bg-[ButtonText] ${isOn ? "translate-x-4 bg-on-accent" : "bg-muted"}`}
        />
      </button>
      <label id={`${id}-label`} htmlFor={id} className="text-sm">
        {label}
      </label>
    </span>
  );
}
