import { Copy } from "lucide-react";
import { useState, type FormEvent } from "react";
import type { TokenScope } from "#contract/tokens.ts";
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
const SCOPES = {
  write: "calendar:write",
  read: "calendar:read",
  metrics: "metrics:write",
  propose: "mcp:propose",
  look: "mcp:read",
  api: "api:write",
  fetch: "api:read",
} as const;

type Made = { secret: string; userName: string; scope: TokenScope | undefined };
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
      setMade({ secret, userName, scope: wanted.scopes[0] });
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
        {t(
          "Lets a phone or a calendar program sync your events and tasks, or an AI program or a script use your notes. Make one for each.",
        )}
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
        <option value="propose">{t("AI programs: read, and propose changes")}</option>
        <option value="look">{t("AI programs: only read")}</option>
        <option value="api">{t("Your own programs: read and change everything but your account")}</option>
        <option value="fetch">{t("Your own programs: only read")}</option>
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
  if (made.scope === "metrics:write")
    return (
      <MadeForAddress
        words={t("Send values to this address with the app password. It isn't shown again.")}
        path="/api/metrics"
        secret={made.secret}
        onDone={onDone}
      />
    );
  if (made.scope?.startsWith("mcp:"))
    return (
      <MadeForAddress
        words={t(
          "Give the AI program this address as an MCP server, and the app password as its bearer token. It isn't shown again. What the program proposes waits under Changes.",
        )}
        path="/mcp"
        secret={made.secret}
        onDone={onDone}
      />
    );
  if (made.scope?.startsWith("api:"))
    return (
      <MadeForAddress
        words={t(
          "Send the app password to this address as “Authorization: Bearer”. It isn't shown again. All that can be called is listed at /api/docs on this server.",
        )}
        path="/api"
        secret={made.secret}
        onDone={onDone}
      />
    );
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

type ForAddress = { words: string; path: string; secret: string; onDone: () => void };

function MadeForAddress({ words, path, secret, onDone }: ForAddress) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">{words}</p>
      <CopyField label={t("Address")} value={`${location.origin}${path}`} copied={t("Address copied")} />
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
