import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { Fragment } from "react";
import { api } from "../../lib/api.ts";
import { folderPath } from "../../lib/folder-tree.ts";

const step = "rounded-md text-muted hover:text-ink";
/** More steps than this would leave no room for their names. */
const SHOWN = 2;

/** Where a note lies, from the explorer down; of a deep path the nearest folders. */
export function FolderTrail({ folderId }: { folderId: string | null }) {
  const { data } = useQuery(api.folders.list.queryOptions({ input: {} }));
  const path = folderPath(data?.folders ?? [], folderId);
  return (
    <nav aria-label="Folder of this note" className="flex min-w-0 items-center gap-1 text-sm">
      <Link to="/app/explorer" className={`${step} shrink-0`}>
        Explorer
      </Link>
      {path.length > SHOWN && (
        <span className="text-faint" title={path.map((folder) => folder.name).join(" / ")}>
          …
        </span>
      )}
      {path.slice(-SHOWN).map((folder) => (
        <Fragment key={folder.id}>
          <ChevronRight size={13} className="shrink-0 text-faint" aria-hidden="true" />
          <Link to="/app/folders/$folderId" params={{ folderId: folder.id }} className={`${step} truncate`}>
            {folder.name}
          </Link>
        </Fragment>
      ))}
    </nav>
  );
}
