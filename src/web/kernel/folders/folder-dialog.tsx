import { deferred } from "../../ui/deferred.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import type { FolderPickerProps } from "./folder-picker.tsx";

const FolderPicker = deferred(async () => (await import("./folder-picker.tsx")).FolderPicker);

type FolderDialogProps = FolderPickerProps & { title: string; onClose: () => void };

/** Asks for a folder; it closes with the answer. On a phone it takes the whole page. */
export function FolderDialog({ title, onClose, onChoose, ...rest }: FolderDialogProps) {
  return (
    <Dialog title={title} size="narrow" isOpen onClose={onClose}>
      <FolderPicker
        {...rest}
        onChoose={(folderId, name) => {
          onClose();
          onChoose(folderId, name);
        }}
      />
    </Dialog>
  );
}
