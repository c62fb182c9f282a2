import type { FormEvent } from "react";
import { settle } from "../../../kernel/failed-changes.ts";
import { t } from "../../../lib/messages/t.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { DialogActions } from "../../../ui/overlay/dialog.tsx";
import { sayFailure } from "../use-security.ts";

type RenameFormProps = {
  /** Of what is renamed: its failure is said there. */
  id: string;
  name: string;
  onRename: (name: string) => Promise<unknown>;
  onDone: () => void;
};

/** A new name for something by which one signs in. */
export function RenameForm({ id, name: before, onRename, onDone }: RenameFormProps) {
  const rename = async (name: string) => {
    settle(id);
    try {
      await onRename(name);
      onDone();
    } catch (error) {
      sayFailure(error, id, () => rename(name));
    }
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name")).trim();
    if (name) void rename(name);
    else onDone();
  };
  return (
    <form onSubmit={handleSubmit}>
      <Field
        label={t("Name")}
        name="name"
        defaultValue={before}
        maxLength={100}
        required
        autoFocus
        autoComplete="off"
      />
      <DialogActions>
        <Button onClick={onDone}>{t("Cancel")}</Button>
        <Button type="submit" look="primary">
          {t("Rename")}
        </Button>
      </DialogActions>
    </form>
  );
}
