import { useEffect } from "react";
import { local } from "../../platform/local.ts";
import { usePreferences } from "./frame.ts";

export const DENSITIES = ["comfortable", "compact"] as const;
export type Density = (typeof DENSITIES)[number];

/** public/theme.js reads it before the first paint. */
const KEY = "cairn-density";

export const useDensity = (): Density => usePreferences()?.settings.density ?? "comfortable";

/** Tells the style sheet, whose variant `compact:` asks for it, and remembers it for the next first paint. */
export function useAppliedDensity(): void {
  const isKnown = usePreferences() !== undefined;
  const density = useDensity();
  useEffect(() => {
    if (!isKnown) return;
    local.set(KEY, density);
    document.documentElement.dataset["density"] = density;
  }, [isKnown, density]);
}
