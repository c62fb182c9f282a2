import { useState, type FormEvent } from "react";
import { encode } from "uqr";
import { confirmed } from "../../kernel/account/confirm-identity.ts";
import { rpc } from "../../platform/rpc.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { Button } from "../../ui/button.tsx";
import { DialogActions } from "../../ui/overlay/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { t } from "../../lib/messages/t.ts";

type TotpSetupProps = {
  secret: string;
  uri: string;
  onDone: (backupCodes: string[]) => void;
  onCancel: () => void;
};

/** The QR code drawn here: the secret leaves this page for the camera alone. */
export function TotpSetup({ secret, uri, onDone, onCancel }: TotpSetupProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code"));
    setIsBusy(true);
    setError(undefined);
    try {
      onDone((await confirmed(() => rpc.security.confirmTotp({ code }))).backupCodes);
    } catch (failure) {
      setError(errorMessage(failure, t("Can't reach the server. Try again in a moment.")));
      setIsBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      <p className="text-sm text-muted">
        {t("Scan this with an authenticator app, such as Aegis, Ente Auth or your password manager.")}
      </p>
      <QrCode text={uri} />
      <details className="text-sm">
        <summary className="cursor-pointer text-muted">{t("Can't scan it? Enter this key instead")}</summary>
        <code className="mt-2 block rounded-md bg-bg px-3 py-2 font-mono text-xs break-all select-all">
          {secret.replaceAll(/.{4}(?=.)/g, "$& ")}
        </code>
      </details>
      <Field
        label={t("Code from the app")}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9 ]{6,7}"
        maxLength={7}
        required
        autoFocus
        hint={t("Enter the six-digit code to finish setup.")}
        error={error}
      />
      <DialogActions>
        <Button onClick={onCancel}>{t("Cancel")}</Button>
        <Button type="submit" look="primary" isBusy={isBusy}>
          {t("Turn on")}
        </Button>
      </DialogActions>
    </form>
  );
}

const QUIET_ZONE = 3;

function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 0 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  const side = size + 2 * QUIET_ZONE;
  return (
    <svg
      role="img"
      aria-label={t("QR code for your authenticator app")}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      className="mx-auto size-48 rounded-md bg-white"
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
