import { cachedFrame, updatePreferences, usePreferences } from "../../kernel/workspace/frame.ts";

/** How a person writes, on every device; absent means as here. */
export type WritingChoices = { isSpellChecked: boolean; isNoteWide: boolean; hasSmartPunctuation: boolean };

const DEFAULTS: WritingChoices = { isSpellChecked: true, isNoteWide: false, hasSmartPunctuation: true };

export const writingChoices = (): WritingChoices => ({
  ...DEFAULTS,
  ...cachedFrame()?.preferences.settings,
});

export const useWritingChoices = (): WritingChoices => ({ ...DEFAULTS, ...usePreferences()?.settings });

/** The other way round from now; what equals the default is not kept. */
export function toggleChoice(choice: keyof WritingChoices): void {
  const next = !writingChoices()[choice];
  void updatePreferences({ settings: { [choice]: next === DEFAULTS[choice] ? null : next } });
}
