import type { RehearsalPlaces, RehearsedFolder, RehearsalMark } from "#contract/rehearsals.ts";
import { t } from "../../../lib/messages/t.ts";

/** Where one stands in a rehearsal, as the address says it. */
export type Place =
  | { kind: "all" | "differing" | "unfiled" | "trash" }
  | { kind: "folder" | "tag"; id: string };

export const placeOf = (words: string | undefined): Place => {
  const [kind = "", ...rest] = (words ?? "").split(":");
  const id = rest.join(":");
  if ((kind === "folder" || kind === "tag") && id) return { kind, id };
  return kind === "differing" || kind === "unfiled" || kind === "trash" ? { kind } : { kind: "all" };
};

export const addressOf = (place: Place): string => ("id" in place ? `${place.kind}:${place.id}` : place.kind);

/** What the server is asked for. */
export const wishOf = (place: Place) => {
  switch (place.kind) {
    case "folder":
      return { folderId: place.id };
    case "tag":
      return { tag: place.id };
    case "differing":
      return { isDiffering: true };
    case "unfiled":
      return { isUnfiled: true };
    case "trash":
      return { isTrashed: true };
    default:
      return {};
  }
};

export const placeName = (place: Place, places: RehearsalPlaces | undefined): string => {
  switch (place.kind) {
    case "folder":
      return places?.folders.find(({ id }) => id === place.id)?.name ?? t("Folder");
    case "tag":
      return place.id;
    case "differing":
      return t("Changed notes");
    case "unfiled":
      return t("In no folder");
    case "trash":
      return t("Trash");
    default:
      return t("All notes");
  }
};

export const MARK_WORDS: Record<RehearsalMark, string> = {
  new: t("New"),
  changed: t("Text changed"),
  moved: t("Moved"),
  renamed: t("Renamed"),
  tagged: t("Tags changed"),
  removed: t("Deleted"),
};

/** As the tree and the picker of folders take them. */
export const asFolders = (folders: readonly RehearsedFolder[]) =>
  folders.map((folder) => ({ ...folder, aiAccess: "any" as const, createdAt: "", updatedAt: "" }));
