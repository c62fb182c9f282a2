import type { Preferences } from "#contract/preferences.ts";
import { t } from "../../lib/messages/t.ts";
import { toast } from "../../ui/toast-store.ts";
import { ChangedSince, undoable } from "../undo.ts";
import { cachedFrame, type PreferencesChange, updatePreferences } from "./frame.ts";

type Options = {
  words?: string;
  /** Further things that the change did and that go back with it. */
  onUndo?: () => void;
  /** Without a toast: the change is seen where it was made. Its words stand in the list of what can be undone. */
  isQuiet?: boolean;
  redo?: () => unknown;
};

/** Preferences that a person chose: told, and taken back as long as they were not chosen otherwise since. True when they hold. */
export async function changePreferences(
  given: PreferencesChange,
  { words = t("Settings saved successfully"), onUndo, isQuiet, redo }: Options = {},
): Promise<boolean> {
  const again = redo ?? (() => changePreferences(given, { words, ...(isQuiet && { isQuiet }) }));
  const before = cachedFrame()?.preferences;
  if (!(await updatePreferences(given, t("Failed to save settings"), again))) return false;
  const back = before && wayBack(before, given);
  // Chosen before this page knew what it had been: told all the same.
  if (!back) {
    if (!isQuiet) toast.success(words);
    return true;
  }
  const undo = async () => {
    const { says } = await import("./still-says.ts");
    const now = cachedFrame()?.preferences;
    if (!now || !says(now, given, before)) throw new ChangedSince();
    if (!(await updatePreferences(back, undefined, undefined, given.settings)))
      throw new Error("The preferences were not put back");
    onUndo?.();
  };
  undoable(words, undo, { redo: again, isQuiet });
  return true;
}

function wayBack(before: Preferences, given: PreferencesChange): PreferencesChange | null {
  const { dashboardTheme } = before;
  if (given.dashboardTheme && dashboardTheme === "clean-default") return null;
  const known = before.settings as Record<string, unknown>;
  return {
    ...(given.dashboardTheme && dashboardTheme !== "clean-default" && { dashboardTheme }),
    ...(given.settings && {
      settings: Object.fromEntries(Object.keys(given.settings).map((key) => [key, known[key] ?? null])),
    }),
  };
}
