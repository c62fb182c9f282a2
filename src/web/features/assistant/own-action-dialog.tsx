import { useId, useState, type FormEvent } from "react";
import { INSTRUCTION_MAX, type OwnOutcome } from "#contract/shared/assistant-choices.ts";
import { t } from "../../lib/messages/t.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { Button } from "../../ui/button.tsx";
import { Field, FormError, inputClass } from "../../ui/field.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Select } from "../../ui/overlay/select.tsx";
import { type Own, saveOwn } from "./own-actions.ts";

/** Name and instruction of an action of one's own. */
export function OwnActionDialog({ action, onClose }: { action: Own; onClose: () => void }) {
  const id = useId();
  const [outcome, setOutcome] = useState<OwnOutcome>(action.outcome);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const [name, instruction] = [String(data.get("name")).trim(), String(data.get("instruction")).trim()];
    if (!name || !instruction) return;
    setIsBusy(true);
    setFailure(null);
    try {
      await saveOwn({ id: action.id, name, instruction, outcome });
      onClose();
    } catch (error) {
      setFailure(errorMessage(error, t("Couldn't reach the server. Try again in a moment.")));
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      isOpen
      size="narrow"
      title={action.name ? t("Edit action") : t("Add an action")}
      onClose={onClose}
    >
      <form onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        <Field
          label={t("Name")}
          name="name"
          defaultValue={action.name}
          maxLength={100}
          required
          autoFocus
          autoComplete="off"
        />
        <div className="flex flex-col gap-1.5">
          <label htmlFor={id} className="text-sm font-medium">
            {t("Instruction")}
          </label>
          <textarea
            id={id}
            name="instruction"
            dir="auto"
            defaultValue={action.instruction}
            rows={5}
            maxLength={INSTRUCTION_MAX}
            required
            aria-describedby={`${id}-note`}
            className={`${inputClass} resize-y py-2 text-sm pointer-coarse:text-base`}
          />
          <p id={`${id}-note`} className="text-xs text-muted">
            {t(
              "{selection} is the selected text, {note} the text of one of your notes, {tag} how your notes with that tag begin. They are sent to the model.",
              { selection: "{selection}", note: t("[[Note]]"), tag: t("#tag") },
            )}
          </p>
        </div>
        <Select
          label={t("Answer")}
          value={outcome}
          onChange={({ target }) => setOutcome(target.value as OwnOutcome)}
        >
          <option value="replace">{t("Suggest it in place of the text")}</option>
          <option value="read">{t("Show it beside the text")}</option>
        </Select>
        <FormError words={failure} />
        <DialogActions>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button type="submit" look="primary" isBusy={isBusy}>
            {t("Save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
