import { type FormEvent, useState } from "react";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";

/** What a backup of an account begins with. */
const MAGIC = "CAIRN-ACCOUNT ";

/** Whether it is one backup that a passphrase opens. */
export async function isSealed(chosen: readonly File[]): Promise<boolean> {
  const [file, ...others] = chosen;
  if (!file || others.length > 0) return false;
  return (
    (await file
      .slice(0, MAGIC.length)
      .text()
      .catch(() => "")) === MAGIC
  );
}

type SealedBackupProps = {
  name: string;
  /** Of the last try. */
  error: string | undefined;
  onOpen: (passphrase: string) => void;
  onCancel: () => void;
};

/** Asks for the passphrase of a backup before it is sent. */
export function SealedBackup({ name, error, onOpen, onCancel }: SealedBackupProps) {
  const [passphrase, setPassphrase] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const open = (event: FormEvent) => {
    event.preventDefault();
    if (passphrase === "") return setIsMissing(true);
    onOpen(passphrase);
  };
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={open}>
      <p className="text-sm">
        {t("{name} is an encrypted backup. Enter the passphrase it was made with.", { name })}
      </p>
      <Field
        label={t("Passphrase")}
        type="password"
        autoComplete="off"
        value={passphrase}
        error={isMissing && passphrase === "" ? t("Enter the passphrase.") : error}
        onChange={(event) => setPassphrase(event.target.value)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{t("Cancel")}</Button>
        <Button look="primary" type="submit">
          {t("Open backup")}
        </Button>
      </div>
    </form>
  );
}
