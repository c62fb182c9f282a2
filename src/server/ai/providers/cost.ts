import type { ModelPrices } from "#contract/models.ts";
import type { ModelTask } from "#contract/shared/model-choices.ts";
import type { Usage } from "./model-client.ts";

const A_MILLION = 1_000_000;

/** In US dollars: what the other server said, else its tokens by the prices that were entered; null where nobody knows. */
export function costOf(usage: Usage, prices: ModelPrices, task: ModelTask): number | null {
  if (typeof usage.cost === "number") return usage.cost;
  const price = task in prices ? prices[task as keyof ModelPrices] : undefined;
  if (!price || (usage.input === null && usage.output === null)) return null;
  return ((usage.input ?? 0) * price.input + (usage.output ?? 0) * price.output) / A_MILLION;
}
