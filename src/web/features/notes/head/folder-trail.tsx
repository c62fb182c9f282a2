import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { ChevronRight, FolderTree } from "lucide-react";
import { Fragment } from "react";
import { api } from "../../../platform/api.ts";
import { folderPath } from "../../../kernel/folders/folder-tree.ts";
import { t } from "../../../lib/messages/t.ts";

const step = "rounded-md text-muted hover:text-ink";
/** More steps than this would leave no room for their names. */
const SHOWN = 2;

/** Where a note lies, from the explorer down; of a deep path the nearest folders, where it is narrow the nearest one. */
export function FolderTrail({ folderId }: { folderId: string | null }) {
  const { data } = useQuery(api.folders.list.queryOptions({ input: {} }));
  const path = folderPath(data?.folders ?? [], folderId);
  return (
    <nav aria-label={t("Folder")} className="flex min-w-10 shrink-[1000] items-center gap-1 text-sm">
      <Link to="/app/explorer" className={`${step} tap flex h-8 shrink-0 items-center`} title={t("Explorer")}>
        <FolderTree size={15} className="hidden @max-md:block" aria-hidden="true" />
        <span className="@max-md:sr-only">{t("Explorer")}</span>
      </Link>
      {path.length > SHOWN && (
        <span className="text-faint @max-md:hidden" title={path.map((folder) => folder.name).join(" / ")}>
          …
        </span>
      )}
      {path.slice(-SHOWN).map((folder, at, shown) => (
        <Fragment key={folder.id}>
          <ChevronRight
            size={13}
            className={clsx("shrink-0 text-faint", at < shown.length - 1 && "@max-md:hidden")}
            aria-hidden="true"
          />
          <Link
            to="/app/folders/$folderId"
            params={{ folderId: folder.id }}
            title={folder.name}
            className={clsx(
              step,
              "tap flex h-8 min-w-0 items-center",
              at < shown.length - 1 && "@max-md:hidden",
            )}
          >
            <span className="truncate">{folder.name}</span>
          </Link>
        </Fragment>
      ))}
    </nav>
  );
}
