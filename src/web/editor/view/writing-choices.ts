import { t } from "../../lib/messages/t.ts";
import { changePreferences } from "../../kernel/workspace/change-preferences.ts";
import { cachedFrame, usePreferences } from "../../kernel/workspace/frame.ts";

/** How a person writes, on every device; absent means as here. */
export type WritingChoices = { isSpellChecked: boolean; isNoteWide: boolean; hasSmartPunctuation: boolean };

const DEFAULTS: WritingChoices = { isSpellChecked: true, isNoteWide: false, hasSmartPunctuation: true };

export const writingChoices = (): WritingChoices => ({
  ...DEFAULTS,
  ...cachedFrame()?.preferences.settings,
});

export const useWritingChoices = (): WritingChoices => ({ ...DEFAULTS, ...usePreferences()?.settings });

const CHANGED: Record<keyof WritingChoices, string> = {
  isSpellChecked: t("Switched the spell check"),
  isNoteWide: t("Changed the width of notes"),
  hasSmartPunctuation: t("Switched smart punctuation"),
};

/** The other way round from now; what equals the default is not kept. */
export function toggleChoice(choice: keyof WritingChoices): void {
  const next = !writingChoices()[choice];
  void changePreferences(
    { settings: { [choice]: next === DEFAULTS[choice] ? null : next } },
    { words: CHANGED[choice], isQuiet: true },
  );
}
