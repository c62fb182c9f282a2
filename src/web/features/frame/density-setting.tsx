import { changePreferences } from "../../kernel/workspace/change-preferences.ts";
import { DENSITIES, type Density, useDensity } from "../../kernel/workspace/density.ts";
import { t } from "../../lib/messages/t.ts";
import { RadioRow } from "../../ui/radio-row.tsx";

const WORDS: Record<Density, string> = { comfortable: t("Comfortable"), compact: t("Compact") };
const OPTIONS = DENSITIES.map((value) => ({ value, words: WORDS[value] }));

const save = (density: Density | null) => changePreferences({ settings: { density } });

export function DensitySetting() {
  return (
    <RadioRow
      label={t("Density")}
      options={OPTIONS}
      value={useDensity()}
      onChoose={(density) => save(density)}
    />
  );
}

export function useDensityDefault() {
  return { isDefault: useDensity() === "comfortable", reset: () => save(null) };
}
