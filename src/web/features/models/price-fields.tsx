import type { ModelPrices } from "#contract/models.ts";
import { t } from "../../lib/messages/t.ts";
import { Field } from "../../ui/field.tsx";
import { TASK_WORDS } from "./task-words.ts";

const PRICED = ["chat", "quick"] as const;
/** As they are written. */
export type PriceForm = Record<(typeof PRICED)[number], { input: string; output: string }>;

const written = (price: number | undefined) => (price === undefined ? "" : String(price));
export const priceForm = (prices: ModelPrices): PriceForm =>
  Object.fromEntries(
    PRICED.map((task) => [
      task,
      { input: written(prices[task]?.input), output: written(prices[task]?.output) },
    ]),
  ) as PriceForm;

/** Those of other tasks stay. */
export function pricesOf(form: PriceForm, before: ModelPrices): ModelPrices {
  const prices = { ...before };
  for (const task of PRICED) {
    const { input, output } = form[task];
    if (input === "" && output === "") delete prices[task];
    else prices[task] = { input: Number(input), output: Number(output) };
  }
  return prices;
}

type PriceFieldsProps = { form: PriceForm; onChange: (form: PriceForm) => void };

/** What a million tokens cost, for servers that don't say what an answer did. */
export function PriceFields({ form, onChange }: PriceFieldsProps) {
  return (
    <details className="text-sm">
      <summary className="cursor-default text-muted">{t("Prices")}</summary>
      <p className="my-2 text-xs text-faint">
        {t(
          "US dollars for a million tokens, by which costs are reckoned. OpenRouter says itself what an answer costs.",
        )}
      </p>
      <div className="grid grid-cols-2 gap-3">
        {PRICED.flatMap((task) =>
          (["input", "output"] as const).map((side) => (
            <Field
              key={`${task} ${side}`}
              label={
                side === "input"
                  ? t("{task}, tokens in", { task: TASK_WORDS[task].label })
                  : t("{task}, tokens out", { task: TASK_WORDS[task].label })
              }
              type="number"
              min={0}
              max={10_000}
              step="any"
              inputMode="decimal"
              value={form[task][side]}
              onChange={({ target }) =>
                onChange({ ...form, [task]: { ...form[task], [side]: target.value } })
              }
            />
          )),
        )}
      </div>
    </details>
  );
}
