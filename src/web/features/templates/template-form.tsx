import { useId, useState, type FormEvent } from "react";
import { Button } from "../../ui/button.tsx";
import { DialogActions } from "../../ui/overlay/dialog.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import { t } from "../../lib/messages/t.ts";

type TemplateFormProps = {
  name: string;
  text: string;
  onSave: (name: string, text: string) => Promise<void>;
  onCancel: () => void;
};

/** Name and text of a template. */
export function TemplateForm({ name, text, onSave, onCancel }: TemplateFormProps) {
  const id = useId();
  const [isBusy, setIsBusy] = useState(false);
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const wanted = String(data.get("name")).trim();
    if (!wanted) return;
    setIsBusy(true);
    await onSave(wanted, String(data.get("text")));
    setIsBusy(false);
  };
  return (
    <form onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      <Field
        label={t("Name")}
        name="name"
        defaultValue={name}
        maxLength={200}
        required
        autoFocus
        autoComplete="off"
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="flex flex-col gap-1.5">
        <label htmlFor={id} className="text-sm font-medium">
          {t("Text")}
        </label>
        <textarea
          id={id}
          name="text"
          defaultValue={text}
          rows={12}
          maxLength={500_000}
          spellCheck={false}
          aria-describedby={`${id}-note`}
          className={`${inputClass} resize-y py-2 font-mono text-sm pointer-coarse:text-base`}
        />
        <p id={`${id}-note`} className="text-xs text-faint">
          {t(
            "In Markdown. {date}, {time}, {weekday} and {note} are filled in when you use it, and {location} in notes about events.",
            {
              location: "{{location}}",
              date: "{{date}}",
              time: "{{time}}",
              weekday: "{{weekday}}",
              note: "{{title}}",
            },
          )}
        </p>
      </div>
      <DialogActions>
        <Button onClick={onCancel}>{t("Cancel")}</Button>
        <Button type="submit" look="primary" isBusy={isBusy}>
          {t("Save template")}
        </Button>
      </DialogActions>
    </form>
  );
}
