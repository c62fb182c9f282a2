import { useEffect, useId, useMemo, useRef, useState, type FormEvent } from "react";
import { Button } from "../../ui/button.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import type { Captured } from "./capture-note.ts";
import { t } from "../../lib/messages/t.ts";

type CaptureFormProps = {
  given: Captured;
  onSave: (captured: Captured) => Promise<void>;
  onDiscard: () => void;
};

/** Words first: the caret waits in the text, the title may stay empty, Ctrl+Enter saves. */
export function CaptureForm({ given, onSave, onDiscard }: CaptureFormProps) {
  const [title, setTitle] = useState(given.title);
  const [text, setText] = useState(given.text);
  const [isBusy, setIsBusy] = useState(false);
  const textId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const isEmpty = title.trim() === "" && text.trim() === "" && given.images.length === 0;
  const save = async () => {
    if (isEmpty || isBusy) return;
    setIsBusy(true);
    await onSave({ title, text, images: given.images });
    setIsBusy(false);
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <form onSubmit={handleSubmit} className="mt-6 flex flex-col gap-4">
      <Field label={t("Title (optional)")} value={title} onChange={(event) => setTitle(event.target.value)} />
      <div className="flex flex-col gap-1.5">
        <label htmlFor={textId} className="text-sm font-medium">
          {t("Text")}
        </label>
        <textarea
          ref={field}
          id={textId}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            void save();
          }}
          rows={10}
          className={`${inputClass} min-h-40 resize-y py-2`}
        />
      </div>
      {given.images.length > 0 && <Images images={given.images} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDiscard}>{t("Discard")}</Button>
        <Button type="submit" look="primary" isBusy={isBusy} disabled={isEmpty}>
          {t("Save note")}
        </Button>
      </div>
    </form>
  );
}

function Images({ images }: { images: File[] }) {
  const shown = useMemo(() => images.map((file) => ({ file, url: URL.createObjectURL(file) })), [images]);
  useEffect(() => () => shown.forEach(({ url }) => URL.revokeObjectURL(url)), [shown]);
  return (
    <ul aria-label={t("Images")} className="flex flex-wrap gap-2">
      {shown.map(({ file, url }) => (
        <li key={url}>
          <img src={url} alt={file.name} className="size-24 rounded-md border border-line object-cover" />
        </li>
      ))}
    </ul>
  );
}
