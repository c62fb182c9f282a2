import { useEffect } from "react";
import { useKeyChoices, type KeyChoices } from "../../kernel/actions/key-store.ts";
import { t } from "../../lib/messages/t.ts";
import { changePreferences } from "../../kernel/workspace/change-preferences.ts";
import { usePreferences } from "../../kernel/workspace/frame.ts";

/** The chosen keys follow the person: kept with the preferences, and with their copy on this device. */
export function useSyncedKeys(): void {
  const choices = usePreferences()?.settings.shortcuts;
  useEffect(() => useKeyChoices.setState({ choices: choices ?? {} }), [choices]);
  useEffect(() => () => useKeyChoices.setState({ choices: {} }), []);
}

/** Keeps the chosen keys, at once here and then on the server. */
export function chooseKeys(choices: KeyChoices): Promise<boolean> {
  const shortcuts = Object.keys(choices).length > 0 ? choices : null;
  return changePreferences({ settings: { shortcuts } }, { words: t("Changed shortcuts"), isQuiet: true });
}
