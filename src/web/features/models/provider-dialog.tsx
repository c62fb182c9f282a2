import { type FormEvent, useState } from "react";
import type { ModelProvider } from "#contract/models.ts";
import type { ModelKind } from "#contract/shared/model-choices.ts";
import { t } from "../../lib/messages/t.ts";
import { newId } from "../../platform/ids.ts";
import { rpc } from "../../platform/rpc.ts";
import { Button } from "../../ui/button.tsx";
import { Field, FormError } from "../../ui/field.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Select } from "../../ui/overlay/select.tsx";
import { OTHER, type Preset, PRESETS } from "./presets.ts";
import { failureOf, refreshModels } from "./use-models.ts";

type Props = {
  /** Absent: a new one. */
  provider?: ModelProvider;
  /** A server that was found near. */
  found?: { url: string };
  onClose: () => void;
  onAdded: (provider: ModelProvider) => void;
};
type Form = { preset: string; kind: ModelKind; name: string; url: string; key: string };

const formOf = ({ id, kind, name, url }: Preset): Form => ({
  preset: id,
  kind,
  name: id === OTHER.id ? "" : name,
  url,
  key: "",
});

function startOf({ provider, found }: Props): Form {
  if (provider) return { ...formOf(OTHER), ...provider, url: provider.url ?? "", key: "" };
  if (!found) return formOf(PRESETS[0]!);
  const { host } = new URL(found.url);
  const like = PRESETS.find(({ url }) => new URL(url).port !== "" && host.endsWith(`:${new URL(url).port}`));
  return { ...formOf(like ?? OTHER), name: like?.name ?? host, url: found.url };
}

/** Adds or changes a provider. The key goes to the server and is never shown again. */
export function ProviderDialog(props: Props) {
  const { provider, onClose, onAdded } = props;
  const [form, setForm] = useState(() => startOf(props));
  // One id for all tries: the answer to the first may have been lost.
  const [id] = useState(newId);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const change = (part: Partial<Form>) => setForm((before) => ({ ...before, ...part }));
  const save = async () => {
    const key = form.key.trim();
    const given = { name: form.name.trim(), url: form.url.trim(), ...(key && { key }) };
    if (provider) {
      await rpc.models.update({ providerId: provider.id, ...given });
      await refreshModels();
      return onClose();
    }
    const added = await rpc.models.create({ id, kind: form.kind, ...given });
    await refreshModels();
    onAdded(added);
  };
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    setFailure(null);
    try {
      await save();
    } catch (error) {
      setFailure(failureOf(error));
      setIsBusy(false);
    }
  };
  const preset = PRESETS.find(({ id: known }) => known === form.preset);
  return (
    <Dialog
      title={provider ? t("Edit provider") : t("Add a provider")}
      isOpen
      onClose={onClose}
      size="narrow"
    >
      <form className="flex flex-col gap-4" onSubmit={(event) => void handleSubmit(event)}>
        {!provider && (
          <Select
            label={t("Provider")}
            value={form.preset}
            onChange={({ target }) =>
              setForm({
                ...formOf(PRESETS.find(({ id: known }) => known === target.value) ?? OTHER),
                key: form.key,
              })
            }
          >
            {[...PRESETS, OTHER].map(({ id: known, name }) => (
              <option key={known} value={known}>
                {name}
              </option>
            ))}
          </Select>
        )}
        {!provider && form.preset === OTHER.id && (
          <Select
            label={t("Protocol")}
            value={form.kind}
            onChange={({ target }) => change({ kind: target.value as ModelKind })}
          >
            <option value="openai">{t("Like OpenAI (nearly all servers)")}</option>
            <option value="anthropic">{t("Like Anthropic")}</option>
          </Select>
        )}
        <Field
          label={t("Name")}
          dir="auto"
          required
          maxLength={100}
          autoComplete="off"
          value={form.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <Field
          label={t("Address")}
          type="url"
          dir="ltr"
          required
          maxLength={500}
          placeholder={t("https://models.example.com/v1")}
          hint={t("A public https address, or one that this server's administrator allows.")}
          value={form.url}
          onChange={({ target }) => change({ url: target.value })}
        />
        <KeyField form={form} provider={provider} isNeeded={preset?.needsKey === true} onChange={change} />
        <FormError words={failure} />
        <DialogActions>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button type="submit" look="primary" isBusy={isBusy}>
            {provider ? t("Save") : t("Add")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

type KeyFieldProps = {
  form: Form;
  provider: ModelProvider | undefined;
  isNeeded: boolean;
  onChange: (part: Partial<Form>) => void;
};

function KeyField({ form, provider, isNeeded, onChange }: KeyFieldProps) {
  const isKept = provider !== undefined && provider.keyEnd !== null;
  return (
    <Field
      label={t("Key")}
      type="password"
      dir="ltr"
      maxLength={1000}
      // Not a password of this site.
      autoComplete="off"
      data-1p-ignore=""
      spellCheck={false}
      required={isNeeded && !provider}
      placeholder={isKept ? t("Leave empty to keep the stored key") : ""}
      hint={
        isKept
          ? t("Encrypted on the server and never shown again. Another server in the address drops it.")
          : t("Encrypted on the server and never shown again. Many local servers need none.")
      }
      value={form.key}
      onChange={({ target }) => onChange({ key: target.value })}
    />
  );
}
