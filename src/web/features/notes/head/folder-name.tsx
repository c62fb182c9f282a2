import { useQuery } from "@tanstack/react-query";
import { api } from "../../../platform/api.ts";
import { t } from "../../../lib/messages/t.ts";

/** The name of a folder; nothing for none. */
export function useFolderName(folderId: string | null): string | undefined {
  return useQuery(
    api.folders.list.queryOptions({
      input: {},
      enabled: folderId !== null,
      select: ({ folders }) => folders.find((folder) => folder.id === folderId)?.name,
    }),
  ).data;
}

/** The folder a listed note lies in: what tells one README from the next. Nothing for a note without one. */
export function FolderName({ folderId }: { folderId: string | null }) {
  const name = useFolderName(folderId);
  if (folderId === null || !name) return null;
  return (
    <span className="text-faint">
      <span className="sr-only">{t("In folder")} </span>
      <bdi className="inline-block max-w-40 truncate align-bottom">{name}</bdi>
      <span aria-hidden="true"> · </span>
    </span>
  );
}
