import type { Preferences } from "#contract/preferences.ts";
import { t } from "../../lib/messages/t.ts";
import { toast } from "../../ui/toast-store.ts";
import { ChangedSince, undoable } from "../undo.ts";
import { cachedFrame, type PreferencesChange, updatePreferences } from "./frame.ts";

type Options = {
  words?: string;
  /** Further things that the change did and that go back with it. */
  onUndo?: () => void;
  redo?: () => unknown;
};

/** Preferences that a person chose: told, and taken back as long as they were not chosen otherwise since. True when they hold. */
export async function changePreferences(
  given: PreferencesChange,
  { words = t("Settings saved successfully"), onUndo, redo }: Options = {},
): Promise<boolean> {
  const again = redo ?? (() => changePreferences(given, { words }));
  const before = cachedFrame()?.preferences;
  if (!(await updatePreferences(given, t("Failed to save settings"), again))) return false;
  const back = before && wayBack(before, given);
  // Chosen before this page knew what it had been: told all the same.
  if (!back) {
    toast.success(words);
    return true;
  }
  const undo = async () => {
    const now = cachedFrame()?.preferences;
    if (!now || !says(now, given)) throw new ChangedSince();
    if (!(await updatePreferences(back))) throw new Error("The preferences were not put back");
    onUndo?.();
  };
  undoable(words, undo, { redo: again });
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

const says = (now: Preferences, given: PreferencesChange): boolean =>
  (given.dashboardTheme === undefined || given.dashboardTheme === now.dashboardTheme) &&
  Object.entries(given.settings ?? {}).every(
    ([key, value]) =>
      JSON.stringify(value ?? null) ===
      JSON.stringify((now.settings as Record<string, unknown>)[key] ?? null),
  );
