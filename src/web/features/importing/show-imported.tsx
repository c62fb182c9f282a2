import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Import, ImportItem } from "#contract/imports.ts";
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
export function ShowImported({ found, onFollow }: { found: Import; onFollow: () => unknown }) {
  const { id: importId, made, madeEvents } = found;
  const isOfNotes = made > 0;
  const navigate = useNavigate();
  const { data } = useQuery({
    ...api.imports.items.queryOptions({ input: { importId } }),
    staleTime: 0,
  });
  const handleClick = async () => {
    // What leaves the setup goes back in the history first: a page opened meanwhile would be left with it.
    await onFollow();
    const place = isOfNotes
      ? placeOfImport(data?.items ?? [])
      : { to: madeEvents > 0 ? ("/app/calendar" as const) : ("/app/tasks" as const) };
    void navigate(place as { to: "/app/explorer" });
  };
  return (
    <Button look="primary" disabled={!data} onClick={() => void handleClick()}>
      {isOfNotes
        ? t("Show imported notes")
        : madeEvents > 0
          ? t("Show imported events")
          : t("Show imported tasks")}
    </Button>
  );
}
