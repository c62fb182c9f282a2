import { offlineWords } from "../../lib/offline-words.ts";
import { clockTime } from "../../lib/dates.ts";
import type { SaveState } from "../../platform/sync/types.ts";
import { language } from "../../lib/messages/catalog.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

/**
 * Where the text of a note stands, in words. "Saved" is said only of what the server has committed.
 * @param isSlow True when it has been saving for so long that its writer may wonder.
 * @param notes How many notes of this device wait for the server, this one included.
 */
export function saveWords(save: SaveState, isSlow = false, notes = 1): string {
  switch (save.kind) {
    case "loading":
      return t("Opening...");
    case "saving":
      return isSlow ? t("Still saving; kept on this device") : t("Saving...");
    case "saved":
      return save.at ? t("Saved {at}", { at: clockTime(save.at) }) : t("Saved");
    case "offline":
      if (save.waiting === 0) return offlineWords(0);
      return offlineWords(notes);
    case "full":
      return plural(
        notes,
        { one: "Out of space, {count} note waiting", other: "Out of space, {count} notes waiting" },
        { count: notes.toLocaleString(language) },
      );
    case "not-saved-here":
      return t("Not saved on this device");
    case "refused":
      return t("Not syncing");
  }
}
