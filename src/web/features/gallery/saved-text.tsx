import { clsx } from "clsx";
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useState } from "react";
import { inputClass } from "../../ui/field.tsx";

type SavedTextProps = {
  label: string;
  value: string;
  maxLength: number;
  placeholder?: string;
  isLong?: boolean;
  aside?: ReactNode;
  onSave: (value: string) => Promise<boolean>;
};

/** Saves itself on Enter, when it is left, and when what it stands in is closed. */
export function SavedText({ label, value, isLong = false, aside, onSave, ...rest }: SavedTextProps) {
  const id = useId();
  const [shown, setShown] = useState(value);
  const [draft, setDraft] = useState(value);
  // Changed elsewhere, or taken back.
  if (shown !== value) {
    setShown(value);
    setDraft(value);
  }
  const save = async () => {
    const next = draft.trim();
    if (next !== value && !(await onSave(next))) setDraft(value);
  };
  const leave = useEffectEvent(() => void save());
  useEffect(() => leave, []);
  const handleKey = (event: KeyboardEvent) => {
    const isSaving = event.key === "Enter" && (!isLong || event.ctrlKey || event.metaKey);
    if (isSaving && !event.nativeEvent.isComposing) void save();
  };
  const props = {
    id,
    value: draft,
    onChange: (event: { target: { value: string } }) => setDraft(event.target.value),
    onBlur: () => void save(),
    onKeyDown: handleKey,
    ...rest,
  };
  return (
    <div className="flex shrink-0 flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside}
      </div>
      {isLong ? (
        <textarea rows={3} className={clsx(inputClass, "resize-y py-1.5 text-sm")} {...props} />
      ) : (
        <input autoComplete="off" className={clsx(inputClass, "h-9 text-sm")} {...props} />
      )}
    </div>
  );
}
