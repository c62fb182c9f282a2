import { FileText, Folder, X } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import type { ChatScope } from "#contract/chat.ts";
import { api } from "../../platform/api.ts";
import { IconButton } from "../../ui/button.tsx";
import { t } from "../../lib/messages/t.ts";

/** The note or folder that a conversation keeps to; nothing where it is about everything. */
export function ScopeLine({ scope, onClear }: { scope: ChatScope; onClear?: () => void }) {
  const [noteId] = scope.noteIds ?? [];
  const [folderId] = scope.folderIds ?? [];
  const { data: note } = useQuery({
    ...api.notes.get.queryOptions({ input: { noteId: noteId ?? "" } }),
    enabled: Boolean(noteId),
  });
  const { data: folders } = useQuery({
    ...api.folders.list.queryOptions({ input: {} }),
    enabled: Boolean(folderId),
  });
  if (!noteId && !folderId) return null;
  const name = noteId ? note?.title : folders?.folders.find(({ id }) => id === folderId)?.name;
  return (
    <p className="flex max-w-full items-center gap-1.5 rounded-full border border-line py-1 ps-3 pe-1.5 text-sm">
      {noteId ? <FileText size={14} aria-hidden="true" /> : <Folder size={14} aria-hidden="true" />}
      <span className="truncate">{t("Only in {name}", { name: name || t("Untitled") })}</span>
      {onClear && (
        <IconButton label={t("Ask everything instead")} onClick={onClear} className="size-6!">
          <X size={13} />
        </IconButton>
      )}
    </p>
  );
}
