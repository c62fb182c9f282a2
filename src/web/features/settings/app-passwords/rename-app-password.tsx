import type { FormEvent } from "react";
import type { Token } from "#contract/tokens.ts";
import { settle } from "../../../kernel/failed-changes.ts";
import { t } from "../../../lib/messages/t.ts";
import { rpc } from "../../../platform/rpc.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { DialogActions } from "../../../ui/overlay/dialog.tsx";
import { sayFailure } from "../use-security.ts";

type Props = { token: Token; onRenamed: () => Promise<unknown>; onDone: () => void };

export function RenameAppPassword({ token, onRenamed, onDone }: Props) {
  const rename = async (name: string) => {
    settle(token.id);
    try {
      await rpc.tokens.rename({ tokenId: token.id, name });
      await onRenamed();
      onDone();
    } catch (error) {
      sayFailure(error, token.id, () => rename(name));
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
        defaultValue={token.name}
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
