import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { Fragment } from "react";
import { api } from "../../lib/api.ts";
import { folderPath } from "../../lib/folder-tree.ts";

const step = "truncate rounded-md text-muted hover:text-ink";

/** Where a note lies, from the explorer down. */
export function FolderTrail({ folderId }: { folderId: string | null }) {
  const { data } = useQuery(api.folders.list.queryOptions({ input: {} }));
  return (
    <nav aria-label="Folder of this note" className="flex min-w-0 items-center gap-1 text-sm">
      <Link to="/app/explorer" className={step}>
        Explorer
      </Link>
      {folderPath(data?.folders ?? [], folderId).map((folder) => (
        <Fragment key={folder.id}>
          <ChevronRight size={13} className="shrink-0 text-faint" aria-hidden="true" />
          <Link to="/app/folders/$folderId" params={{ folderId: folder.id }} className={step}>
            {folder.name}
          </Link>
        </Fragment>
      ))}
    </nav>
  );
}
