import { useState, type FormEvent } from "react";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/overlay/select.tsx";
import { chooseReminders, type ReminderChoices, useReminderChoices } from "./reminder-choices.ts";
import { SendTest } from "./send-test.tsx";

type Webhook = NonNullable<ReminderChoices["webhook"]>;

export function WebhookSetting() {
  const { webhook = null } = useReminderChoices();
  return <WebhookForm key={JSON.stringify(webhook)} webhook={webhook} />;
}

function WebhookForm({ webhook }: { webhook: Webhook | null }) {
  const [url, setUrl] = useState(webhook?.url ?? "");
  const [kind, setKind] = useState<Webhook["kind"]>(webhook?.kind ?? "ntfy");
  const isChanged = url.trim() !== (webhook?.url ?? "") || (webhook !== null && kind !== webhook.kind);
  const save = (event: FormEvent) => {
    event.preventDefault();
    void chooseReminders({ webhook: url.trim() ? { url: url.trim(), kind } : null });
  };
  return (
    <form onSubmit={save} className="flex flex-col gap-3">
      <Field
        label={t("Address")}
        type="url"
        value={url}
        maxLength={1000}
        onChange={(event) => setUrl(event.target.value)}
        placeholder={t("https://ntfy.sh/my-topic")}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
      />
      <Select
        label={t("Kind")}
        value={kind}
        onChange={(event) => setKind(event.target.value as Webhook["kind"])}
      >
        <option value="ntfy">{t("ntfy topic")}</option>
        <option value="json">{t("JSON by POST")}</option>
      </Select>
      <div className="flex flex-wrap items-start gap-3">
        <Button type="submit" look="primary" disabled={!isChanged}>
          {t("Save")}
        </Button>
        {webhook && !isChanged && <SendTest channel="webhook" label={t("Send a test to this address")} />}
      </div>
    </form>
  );
}
