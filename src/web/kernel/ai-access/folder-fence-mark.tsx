import type { Folder } from "#contract/folders.ts";
import { deferred } from "../../ui/deferred.tsx";
import { fenceOfFolder } from "./folder-fence.ts";

const FenceMark = deferred(async () => (await import("./fence-mark.tsx")).FenceMark);

type Props = {
  folderId: string;
  folders: Folder[];
  /** Absent where it stands within a link or an option. */
  onPress?: () => void;
};

/** The mark of a folder that not every model may read, by itself or by one above it. Few have one, so it is drawn late. */
export function FolderFenceMark({ folderId, folders, onPress }: Props) {
  const fence = fenceOfFolder(folders, folderId);
  if (!fence) return null;
  const by = fence.by.id === folderId ? undefined : fence.by.name;
  return <FenceMark aiAccess={fence.aiAccess} by={by} onPress={onPress} />;
}
