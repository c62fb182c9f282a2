import { DENSITIES, type Density, saveDensity, useDensity } from "../../kernel/workspace/density.ts";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

const LABELS: Record<Density, string> = { comfortable: t("Comfortable"), compact: t("Compact") };

async function save(density: Density | null): Promise<void> {
  if (await saveDensity(density)) toast.success(t("Settings saved successfully"));
}

export function DensitySetting() {
  const current = useDensity();
  return (
    <fieldset className="flex gap-4">
      <legend className="sr-only">{t("Density")}</legend>
      {DENSITIES.map((density) => (
        <label
          key={density}
          className="flex min-h-8 cursor-pointer items-center gap-2.5 text-sm pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name="density"
            checked={density === current}
            onChange={() => void save(density)}
            className="size-4 accent-[var(--accent-fill)]"
          />
          {LABELS[density]}
        </label>
      ))}
    </fieldset>
  );
}

export function useDensityDefault() {
  return { isDefault: useDensity() === "comfortable", reset: () => save(null) };
}
