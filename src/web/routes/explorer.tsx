import { useParams, useSearch } from "@tanstack/react-router";
import { ExplorerScreen } from "../app/notes/explorer-screen.tsx";
import { deferred } from "../ui/deferred.tsx";

export function Explorer() {
  const search = useSearch({ from: "/app/explorer" });
  return <ExplorerScreen search={search} folderId={null} />;
}

export function FolderPage() {
  const search = useSearch({ from: "/app/folders/$folderId" });
  const { folderId } = useParams({ from: "/app/folders/$folderId" });
  return <ExplorerScreen key={folderId} search={search} folderId={folderId} />;
}

/** Named here, because the entry of every page names each file it knows. */
export const SharedPage = deferred(async () => (await import("./shared.tsx")).SharedPage);
