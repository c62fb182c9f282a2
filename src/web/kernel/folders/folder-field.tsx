import { useQuery } from "@tanstack/react-query";
import { ChevronsUpDown, Folder as FolderIcon } from "lucide-react";
import { useId, useState } from "react";
import { api } from "../../platform/api.ts";
import { t } from "../../lib/messages/t.ts";
import { FolderDialog } from "./folder-dialog.tsx";
import { folderPath } from "./folder-tree.ts";

type FolderFieldProps = {
  label: string;
  folderId: string | null;
  topWords: string;
  onChange: (folderId: string | null) => void;
};

/** A folder in a form: its path, and a press that asks for another. */
export function FolderField({ label, folderId, topWords, onChange }: FolderFieldProps) {
  const { data } = useQuery(api.folders.list.queryOptions({ input: {} }));
  const [isOpen, setIsOpen] = useState(false);
  const labelId = useId();
  const path = folderPath(data?.folders ?? [], folderId).map(({ name }) => name);
  const words = path.length > 0 ? path.join(" / ") : topWords;
  return (
    <div className="flex flex-col gap-1.5">
      <span id={labelId} className="text-sm font-medium">
        {label}
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-labelledby={`${labelId} ${labelId}-value`}
        onClick={() => setIsOpen(true)}
        className="flex h-9 w-full items-center gap-2 rounded-md border border-field-line bg-bg px-3 text-start text-sm pointer-coarse:h-11"
      >
        <FolderIcon size={15} aria-hidden="true" className="shrink-0 text-faint" />
        <bdi id={`${labelId}-value`} className="min-w-0 flex-1 truncate" title={words}>
          {words}
        </bdi>
        <ChevronsUpDown size={14} aria-hidden="true" className="shrink-0 text-faint" />
      </button>
      {isOpen && (
        <FolderDialog
          title={t("Choose a folder")}
          current={folderId}
          topWords={topWords}
          onChoose={onChange}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}
