import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import type { ModelProvider } from "#contract/models.ts";
import type { ModelTask } from "#contract/shared/model-choices.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { rpc } from "../../platform/rpc.ts";
import { Button } from "../../ui/button.tsx";
import { Field, FormError } from "../../ui/field.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { PriceFields, priceForm, pricesOf } from "./price-fields.tsx";
import { TASK_ORDER, TASK_WORDS } from "./task-words.ts";
import { failureOf, refreshModels } from "./use-models.ts";

type Chosen = Record<ModelTask | "voice", string>;
const FIELDS = [...TASK_ORDER, "voice"] as const;
const VOICE_WORDS = {
  label: t("Voice"),
  help: t("Of text to speech: a name its provider knows, such as alloy"),
};

/** Which model of a provider does what: from its list, or by a name that the list lacks. */
export function ChooseModelsDialog({ provider, onClose }: { provider: ModelProvider; onClose: () => void }) {
  const { id, name, models } = provider;
  const listId = useId();
  const [chosen, setChosen] = useState(
    () => Object.fromEntries(FIELDS.map((field) => [field, models[field] ?? ""])) as Chosen,
  );
  const [prices, setPrices] = useState(() => priceForm(provider.prices));
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { data, error, isFetching, refetch } = useQuery(
    api.models.available.queryOptions({ input: { providerId: id }, staleTime: 60_000, retry: false }),
  );
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    setFailure(null);
    try {
      const given = Object.fromEntries(FIELDS.map((field) => [field, chosen[field].trim() || null]));
      await rpc.models.update({ providerId: id, models: given, prices: pricesOf(prices, provider.prices) });
      await refreshModels();
      onClose();
    } catch (refusal) {
      setFailure(failureOf(refusal));
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      title={t("Models of {name}", { name })}
      description={t("Leave empty what this provider isn't to be asked for.")}
      isOpen
      onClose={onClose}
      size="narrow"
    >
      <form className="flex min-h-0 flex-1 flex-col" onSubmit={(event) => void handleSubmit(event)}>
        {/* What scrolls; the buttons stay in sight. */}
        <div className="-mx-1 flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-1 pb-1">
          <div role="status" className="flex flex-wrap items-center gap-2 text-sm text-muted">
            {isFetching && <p>{t("Asking for its models...")}</p>}
            {data && !isFetching && (
              <p>
                {plural(data.models.length, { one: "{count} model found.", other: "{count} models found." })}
              </p>
            )}
            {error && !isFetching && (
              <>
                <p className="text-danger">{failureOf(error)}</p>
                <Button onClick={() => void refetch()}>{t("Retry")}</Button>
              </>
            )}
          </div>
          {FIELDS.map((field) => {
            const { label, help } = field === "voice" ? VOICE_WORDS : TASK_WORDS[field];
            return (
              <Field
                key={field}
                isLine
                label={label}
                hint={help}
                {...(field !== "voice" && { list: listId })}
                dir="ltr"
                maxLength={200}
                autoComplete="off"
                spellCheck={false}
                value={chosen[field]}
                onChange={({ target }) => setChosen({ ...chosen, [field]: target.value })}
              />
            );
          })}
          <datalist id={listId}>
            {data?.models.map((model) => (
              <option key={model} value={model}>
                {model}
              </option>
            ))}
          </datalist>
          <PriceFields form={prices} onChange={setPrices} />
        </div>
        <FormError words={failure} />
        <DialogActions>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button type="submit" look="primary" isBusy={isBusy}>
            {t("Save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
