import { clsx } from "clsx";
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { forgetForm, keepForm, keptForm } from "../../platform/unsaved/kept-form.ts";
import { inputClass } from "../../ui/field.tsx";
import { RestoredLine } from "../../ui/overlay/restored-line.tsx";
import type { KeptText } from "./keep-words.ts";

type SavedTextProps = {
  /** What is written and not saved is kept on this device under this name. */
  name: string;
  label: string;
  value: string;
  maxLength: number;
  placeholder?: string;
  isLong?: boolean;
  aside?: ReactNode;
  onSave: (value: string) => Promise<boolean>;
};

/** Saves itself on Enter, when it is left, and when what it stands in is closed. */
export function SavedText({ name, label, value, isLong = false, aside, onSave, ...rest }: SavedTextProps) {
  const id = useId();
  const { draft, isRestored, write, save, leave, discard } = useDraft(name, value, onSave);
  const leaveNow = useEffectEvent(leave);
  useEffect(() => () => leaveNow(), []);
  const handleKey = (event: KeyboardEvent) => {
    const isSaving = event.key === "Enter" && (!isLong || event.ctrlKey || event.metaKey);
    if (isSaving && !event.nativeEvent.isComposing) void save();
  };
  const props = {
    id,
    dir: "auto",
    value: draft ?? value,
    onChange: (event: { target: { value: string } }) => write(event.target.value),
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
      {isRestored && <RestoredLine onDiscard={discard} />}
    </div>
  );
}

/** What is written stays until it is saved: neither another device's words, a refusal nor a page that is left take it away. */
function useDraft(name: string, value: string, onSave: SavedTextProps["onSave"]) {
  /** null: nothing else is written than what is saved. */
  const [draft, setDraft] = useState<string | null>(() => keptForm<KeptText>(name)?.text ?? null);
  const [restored] = useState(draft);
  const isTouched = useRef(false);
  const saving = useRef<string | null>(null);
  const latest = useRef(draft);
  const hold = (text: string | null) => {
    latest.current = text;
    setDraft(text);
    if (text === null) forgetForm(name);
  };
  const write = (text: string) => {
    isTouched.current = true;
    hold(text);
    keepForm<KeptText>(name, { text }, { text: value });
  };
  const save = async () => {
    if (draft === null) return;
    const next = draft.trim();
    if (saving.current === next) return;
    if (next === value) return hold(null);
    saving.current = next;
    const isSaved = await onSave(next);
    if (saving.current === next) saving.current = null;
    // Something else may be written by now.
    if (isSaved && latest.current?.trim() === next) hold(null);
  };
  // What an earlier page left is saved by whoever goes on with it.
  const leave = () => void (isTouched.current && save());
  const isRestored = draft !== null && draft === restored && draft.trim() !== value;
  return { draft, isRestored, write, save, leave, discard: () => hold(null) };
}
