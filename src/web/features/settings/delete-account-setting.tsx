import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { api } from "../../platform/api.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { confirmed } from "../../kernel/account/confirm-identity.ts";
import { wipeDevice } from "../../kernel/account/local-data.ts";
import { rpc } from "../../platform/rpc.ts";
import { errorCode, errorMessage } from "../../platform/rpc-errors.ts";
import { announce, forget, useSession } from "../../platform/session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

export function DeleteAccountSetting() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="danger" onClick={() => setIsOpen(true)}>
        {t("Delete account")}
      </Button>
      <Dialog title={t("Delete your account?")} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <DeleteForm onCancel={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

function WhatGoes() {
  const { data: kept } = useQuery(api.security.kept.queryOptions({ input: {}, staleTime: 0 }));
  const isOperator = useSession((state) => state.status === "signed-in" && state.session.isOperator);
  return (
    <div className="flex flex-col gap-2 text-sm text-muted">
      <p>
        {t("This cannot be undone.")}{" "}
        {kept
          ? t(
              "This immediately deletes {notes} with their history, {folders} and {files} ({size}), your settings, your sign-in and all sessions.",
              {
                notes: plural(kept.notes + kept.trashedNotes, {
                  one: "{count} note",
                  other: "{count} notes",
                }),
                folders: plural(kept.folders, { one: "{count} folder", other: "{count} folders" }),
                files: plural(kept.files, { one: "{count} file", other: "{count} files" }),
                size: formatBytes(kept.fileBytes),
              },
            )
          : t(
              "This immediately deletes everything: your notes, files, settings, sign-in and all sessions.",
            )}{" "}
        {t("This device is cleared too. Export first to keep a copy.")}
      </p>
      {isOperator && (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-ink">
          {t(
            "You administer this server. Unless OPERATOR_EMAILS names someone, its oldest remaining account takes over.",
          )}
        </p>
      )}
    </div>
  );
}

function DeleteForm({ onCancel }: { onCancel: () => void }) {
  const user = useSession((state) => (state.status === "signed-in" ? state.session.user : null));
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password"));
    setIsBusy(true);
    setError(undefined);
    try {
      await rpc.security.reauthenticate({ password });
      await confirmed(() => rpc.security.deleteAccount({ password }));
      if (user) await wipeDevice(user.id);
      forget();
      announce("signed-out");
      toast.success(t("Your account was deleted."));
    } catch (failure) {
      setError(
        errorCode(failure) === "INVALID_CREDENTIALS"
          ? t("That's not your password.")
          : errorMessage(failure, t("The account wasn't deleted: can't reach the server. Try again.")),
      );
      setIsBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      <WhatGoes />
      <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ""} readOnly />
      <Field
        label={t("Your password")}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus
        error={error}
      />
      <DialogActions>
        <Button onClick={onCancel}>{t("Keep my account")}</Button>
        <Button type="submit" look="danger" isBusy={isBusy}>
          {t("Delete everything")}
        </Button>
      </DialogActions>
    </form>
  );
}
