import { FileText, Folder, ListChecks, Paperclip, X } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import type { ChatScope } from "#contract/chat.ts";
import { api } from "../../platform/api.ts";
import { IconButton } from "../../ui/button.tsx";
import { t } from "../../lib/messages/t.ts";

/** The note, folder or file that a conversation keeps to; nothing where it is about everything. */
export function ScopeLine({ scope, onClear }: { scope: ChatScope; onClear?: () => void }) {
  const [noteId] = scope.noteIds ?? [];
  const [folderId] = scope.folderIds ?? [];
  const [fileId] = scope.fileIds ?? [];
  const { data: note } = useQuery({
    ...api.notes.get.queryOptions({ input: { noteId: noteId ?? "" } }),
    enabled: Boolean(noteId),
  });
  const { data: folders } = useQuery({
    ...api.folders.list.queryOptions({ input: {} }),
    enabled: Boolean(folderId),
  });
  const { data: file } = useQuery({
    ...api.files.get.queryOptions({ input: { fileId: fileId ?? "" } }),
    enabled: Boolean(fileId),
  });
  const { rehearsalId } = scope;
  const { data: sets } = useQuery({
    ...api.changesets.list.queryOptions(),
    enabled: Boolean(rehearsalId),
  });
  if (!noteId && !folderId && !fileId && !rehearsalId) return null;
  const name = rehearsalId
    ? sets?.changesets.find(({ id }) => id === rehearsalId)?.title
    : fileId
      ? file?.name
      : noteId
        ? note?.title
        : folders?.folders.find(({ id }) => id === folderId)?.name;
  const Icon = rehearsalId ? ListChecks : fileId ? Paperclip : noteId ? FileText : Folder;
  return (
    <p className="flex max-w-full items-center gap-1.5 rounded-full border border-line py-1 ps-3 pe-1.5 text-sm">
      <Icon size={14} aria-hidden="true" className="shrink-0" />
      <span className="truncate">
        {rehearsalId
          ? t("Changes go into {name}", { name: name || t("Untitled") })
          : t("Only in {name}", { name: name || t("Untitled") })}
      </span>
      {onClear && (
        <IconButton label={t("Ask everything instead")} onClick={onClear} className="size-6!">
          <X size={13} />
        </IconButton>
      )}
    </p>
  );
}
