import { Check } from "lucide-react";
import { useRef, useState, type KeyboardEvent } from "react";
import { Field } from "../../ui/field.tsx";
import { t } from "../../lib/messages/t.ts";

type SavedFieldProps = {
  label: string;
  value: string;
  maxLength: number;
  hint?: string;
  autoComplete?: string;
  /** What keeps a value from being saved, in words. */
  check?: (value: string) => string | undefined;
  /** True when it holds; the field goes back to what was saved before otherwise. */
  onSave: (value: string) => Promise<boolean>;
};

/** A field that saves itself on Enter and when it is left. */
export function SavedField({ label, value, check, onSave, hint, ...rest }: SavedFieldProps) {
  const [shown, setShown] = useState(value);
  const [draft, setDraft] = useState(value);
  const [state, setState] = useState<"idle" | "saving" | "saved">("idle");
  const [error, setError] = useState<string>();
  const isSaving = useRef(false);
  // Changed elsewhere, or taken back.
  if (shown !== value) {
    setShown(value);
    setDraft(value);
  }
  const save = async () => {
    const next = draft.trim();
    if (next === value || isSaving.current) return;
    const fault = check?.(next);
    setError(fault);
    if (fault) return;
    isSaving.current = true;
    setState("saving");
    const isKept = await onSave(next);
    isSaving.current = false;
    setState(isKept ? "saved" : "idle");
    if (!isKept) setDraft(value);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") void save();
    if (event.key === "Escape") {
      setDraft(value);
      setError(undefined);
    }
  };
  return (
    <Field
      label={label}
      value={draft}
      error={error}
      hint={hint}
      aside={<SaveWords state={state} />}
      onChange={(event) => {
        setDraft(event.target.value);
        setState("idle");
      }}
      onBlur={() => void save()}
      onKeyDown={handleKeyDown}
      {...rest}
    />
  );
}

function SaveWords({ state }: { state: "idle" | "saving" | "saved" }) {
  return (
    <span role="status" className="flex items-center gap-1 text-xs text-faint">
      {state === "saving" && t("Saving...")}
      {state === "saved" && (
        <>
          <Check size={13} className="text-good" aria-hidden="true" /> {t("Saved")}
        </>
      )}
    </span>
  );
}
