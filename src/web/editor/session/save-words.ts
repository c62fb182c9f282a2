import { clockTime } from "../../lib/dates.ts";
import type { SaveState } from "../../platform/sync/types.ts";

/**
 * Where the text of a note stands, in words. "Saved" is said only of what the server has committed.
 * @param isSlow True when it has been saving for so long that its writer may wonder.
 */
export function saveWords(save: SaveState, isSlow = false): string {
  switch (save.kind) {
    case "loading":
      return "Opening...";
    case "saving":
      return isSlow ? "Still saving, kept on this device" : "Saving...";
    case "saved":
      return save.at ? `Saved ${clockTime(save.at)}` : "Saved";
    case "offline":
      if (save.waiting === 0) return "Offline";
      return `Offline, ${changes(save.waiting)} waiting`;
    case "full":
      return `No room, ${changes(save.waiting)} waiting`;
    case "not-saved-here":
      return "Not saved on this device";
    case "refused":
      return "Not syncing";
  }
}

const changes = (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "change" : "changes"}`;
