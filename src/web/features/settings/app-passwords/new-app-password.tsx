import { Copy } from "lucide-react";
import { useState, type FormEvent } from "react";
import { confirmed } from "../../../kernel/account/confirm-identity.ts";
import { settle } from "../../../kernel/failed-changes.ts";
import { RetryMark } from "../../../kernel/retry-mark.tsx";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { copyText } from "../../../platform/device/clipboard.ts";
import { rpc } from "../../../platform/rpc.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { DialogActions } from "../../../ui/overlay/dialog.tsx";
import { Select } from "../../../ui/overlay/select.tsx";
import { sayFailure } from "../use-security.ts";

/** What marks the form when making one failed. */
const NEW_TOKEN = "new-app-password";
const DAY_MS = 24 * 60 * 60_000;
const LASTS_DAYS = [30, 90, 365];

/** What an app password may do, by the choice in the form. */
const SCOPES = { write: "calendar:write", read: "calendar:read", metrics: "metrics:write" } as const;

type Made = { secret: string; userName: string; isForMetrics: boolean };
type Props = { onMade: () => Promise<unknown>; onDone: () => void };

/** Asks for a name and what it may do, then shows it: this once, because the server keeps only its hash. */
export function NewAppPassword({ onMade, onDone }: Props) {
  const [made, setMade] = useState<Made | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  if (made) return <MadeAppPassword made={made} onDone={onDone} />;
  const create = async (wanted: Parameters<typeof rpc.tokens.create>[0]) => {
    settle(NEW_TOKEN);
    setIsBusy(true);
    try {
      const { secret, userName } = await confirmed(() => rpc.tokens.create(wanted));
      setMade({ secret, userName, isForMetrics: wanted.scopes.includes("metrics:write") });
      await onMade();
    } catch (error) {
      sayFailure(error, NEW_TOKEN, () => create(wanted));
    } finally {
      setIsBusy(false);
    }
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const days = Number(form.get("lasts"));
    void create({
      name: String(form.get("name")).trim() || t("Phone"),
      scopes: [SCOPES[form.get("access") as keyof typeof SCOPES]],
      expiresAt: days > 0 ? new Date(Date.now() + days * DAY_MS).toISOString() : null,
    });
  };
  return (
    <form onSubmit={handleSubmit} className="flex flex-col gap-4">
      <p className="text-sm text-muted">
        {t("Lets a phone or a calendar program sync your events and tasks. Make one for each device.")}
      </p>
      <Field
        label={t("Name")}
        name="name"
        maxLength={100}
        placeholder={t("My phone")}
        required
        autoFocus
        autoComplete="off"
      />
      <Select label={t("Access")} name="access" defaultValue="write">
        <option value="write">{t("Read and change events and tasks")}</option>
        <option value="read">{t("Only read them")}</option>
        <option value="metrics">{t("Only send metrics")}</option>
      </Select>
      <Select label={t("Expires")} name="lasts" defaultValue="0">
        <option value="0">{t("Never")}</option>
        {LASTS_DAYS.map((days) => (
          <option key={days} value={days}>
            {plural(days, { one: "After {count} day", other: "After {count} days" })}
          </option>
        ))}
      </Select>
      <RetryMark id={NEW_TOKEN} />
      <DialogActions>
        <Button onClick={onDone}>{t("Cancel")}</Button>
        <Button type="submit" look="primary" isBusy={isBusy}>
          {t("Create")}
        </Button>
      </DialogActions>
    </form>
  );
}

function MadeAppPassword({ made, onDone }: { made: Made; onDone: () => void }) {
  if (made.isForMetrics) return <MadeForMetrics secret={made.secret} onDone={onDone} />;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">
        {t("Enter these three in the calendar app, under “CalDAV”. The password isn't shown again.")}
      </p>
      <CopyField label={t("Server")} value={location.origin} copied={t("Address copied")} />
      <CopyField label={t("User name")} value={made.userName} copied={t("User name copied")} />
      <CopyField label={t("App password")} value={made.secret} copied={t("App password copied")} />
      <DialogActions>
        <Button look="primary" onClick={onDone}>
          {t("Done")}
        </Button>
      </DialogActions>
    </div>
  );
}

function MadeForMetrics({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">
        {t("Send values to this address with the app password. It isn't shown again.")}
      </p>
      <CopyField label={t("Address")} value={`${location.origin}/api/metrics`} copied={t("Address copied")} />
      <CopyField label={t("App password")} value={secret} copied={t("App password copied")} />
      <DialogActions>
        <Button look="primary" onClick={onDone}>
          {t("Done")}
        </Button>
      </DialogActions>
    </div>
  );
}

function CopyField({ label, value, copied }: { label: string; value: string; copied: string }) {
  return (
    <div className="flex items-end gap-2">
      <Field
        label={label}
        value={value}
        readOnly
        dir="ltr"
        className="min-w-0 flex-1"
        onFocus={(event) => event.target.select()}
      />
      <IconButton
        className="mb-1"
        label={t("Copy {label}", { label })}
        onClick={() => void copyText(value, copied)}
      >
        <Copy size={15} />
      </IconButton>
    </div>
  );
}
