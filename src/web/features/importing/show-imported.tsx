import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ImportItem } from "#contract/imports.ts";
import { api } from "../../platform/api.ts";
import { Button } from "../../ui/button.tsx";
import { t } from "../../lib/messages/t.ts";

/** Where what came in lies: its one note, its own folder, else all notes. */
export function placeOfImport(items: readonly ImportItem[]) {
  const made = items.filter(({ outcome, entityId }) => outcome === "made" && entityId !== null);
  const notes = made.filter(({ kind }) => kind === "note");
  const folder = made.find(({ kind, path }) => kind === "folder" && !path.includes("/"));
  const isAllInIt = folder !== undefined && made.every(({ path }) => path.split("/")[0] === folder.path);
  if (notes.length === 1)
    return { to: "/app/editor/{-$noteId}", params: { noteId: notes[0]!.entityId! } } as const;
  if (isAllInIt) return { to: "/app/folders/$folderId", params: { folderId: folder.entityId! } } as const;
  return { to: "/app/explorer" } as const;
}

/** Leads to what an import has made. */
export function ShowImported({ importId, onFollow }: { importId: string; onFollow: () => unknown }) {
  const navigate = useNavigate();
  const { data } = useQuery({
    ...api.imports.items.queryOptions({ input: { importId } }),
    staleTime: 0,
  });
  const handleClick = async () => {
    // What leaves the setup goes back in the history first: a page opened meanwhile would be left with it.
    await onFollow();
    void navigate(placeOfImport(data?.items ?? []) as { to: "/app/explorer" });
  };
  return (
    <Button look="primary" disabled={!data} onClick={() => void handleClick()}>
      {t("Show imported notes")}
    </Button>
  );
}
