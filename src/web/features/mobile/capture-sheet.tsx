import { useEffect, useState, type FormEvent, type KeyboardEvent, type RefObject } from "react";
import { Button } from "../../ui/button.tsx";
import { inputClass } from "../../ui/field.tsx";
import { type Draft, isBlank, keepDraft, readDraft } from "./capture-draft.ts";
import { Sheet } from "./sheet.tsx";
import { t } from "../../lib/messages/t.ts";

type CaptureSheetProps = {
  dialog: RefObject<HTMLDialogElement | null>;
  userId: string;
  /** False when the note was refused: the words stay. */
  onSave: (draft: Draft) => Promise<boolean>;
};

/** A thought, written down before it is gone: the text first, a title if one likes. */
export function CaptureSheet({ dialog, userId, onSave }: CaptureSheetProps) {
  const [draft, setDraft] = useState<Draft>(() => readDraft(userId));
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => keepDraft(userId, draft), [userId, draft]);
  const save = async () => {
    if (isBusy || isBlank(draft)) return;
    setIsBusy(true);
    const isKept = await onSave(draft);
    setIsBusy(false);
    setHasFailed(!isKept);
    if (!isKept) return;
    setDraft({ title: "", text: "" });
    dialog.current?.close();
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void save();
    }
  };
  return (
    <Sheet title={t("Quick capture")} dialog={dialog}>
      <form onSubmit={handleSubmit} className="flex flex-col gap-3 pt-1">
        <input
          aria-label={t("Title, optional")}
          placeholder={t("Title, optional")}
          autoComplete="off"
          maxLength={1000}
          enterKeyHint="next"
          value={draft.title}
          onChange={(event) => setDraft({ ...draft, title: event.target.value })}
          className={`${inputClass} h-11`}
        />
        <textarea
          aria-label={t("Text")}
          placeholder={t("What's on your mind?")}
          // React would focus it when the page is drawn; the attribute is for the dialog, when it opens.
          ref={(field) => field?.setAttribute("autofocus", "")}
          rows={5}
          value={draft.text}
          onChange={(event) => setDraft({ ...draft, text: event.target.value })}
          onKeyDown={handleKey}
          className={`${inputClass} max-h-[40dvh] min-h-32 resize-none py-2`}
        />
        {hasFailed && (
          <p role="alert" className="text-sm text-danger">
            {t("Couldn't save the note. Your text is kept here.")}
          </p>
        )}
        <div className="flex items-center justify-between gap-3">
          <p className="min-w-0 text-xs text-faint">{t("Kept as a draft on this device until you save.")}</p>
          <Button
            type="submit"
            look="primary"
            className="h-11 px-5"
            isBusy={isBusy}
            disabled={isBlank(draft)}
          >
            {t("Save note")}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
