import { type FormEvent, useState } from "react";
import { AI_ACCESS, type AiAccess } from "#contract/shared/ai-access.ts";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { ACCESS_WORDS } from "./access-words.ts";

const ABOUT: Record<AiAccess, string> = {
  any: t("All models that are set up here, those of companies on the internet too."),
  local: t("Only models that run on this server or in its own network."),
  none: t("No model gets any of it. You still find it when you search."),
};

type Props = {
  name: string;
  description: string;
  current: AiAccess;
  /** What holds here whatever is chosen. */
  remark?: string | undefined;
  onChoose: (aiAccess: AiAccess) => void;
  onClose: () => void;
};

/** Asks which models may read what lies in a folder, or has a tag. */
export function AiAccessDialog({ name, description, current, remark, onChoose, onClose }: Props) {
  const [chosen, setChosen] = useState(current);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    if (chosen !== current) onChoose(chosen);
  };
  return (
    <Dialog title={t("AI access of {name}", { name })} description={description} isOpen onClose={onClose}>
      <form onSubmit={handleSubmit}>
        <fieldset className="flex flex-col gap-2">
          <legend className="sr-only">{t("Which models may read it")}</legend>
          {AI_ACCESS.map((aiAccess) => (
            <label
              key={aiAccess}
              className="flex cursor-pointer items-start gap-3 rounded-md border border-line p-3 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                name="ai-access"
                value={aiAccess}
                checked={chosen === aiAccess}
                autoFocus={current === aiAccess}
                onChange={() => setChosen(aiAccess)}
                className="mt-1 accent-accent"
              />
              <span className="font-medium">
                {ACCESS_WORDS[aiAccess]}
                <span className="block text-sm font-normal text-muted">{ABOUT[aiAccess]}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {remark && <p className="mt-3 text-sm text-muted">{remark}</p>}
        <DialogActions>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button type="submit" look="primary">
            {t("Save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
