import { Link } from "@tanstack/react-router";
import { FileText, Star, Trash2, Users } from "lucide-react";
import { clsx } from "clsx";
import { t } from "../../../lib/messages/t.ts";

const views = [
  { view: "all", label: t("All notes"), icon: FileText },
  { view: "favorites", label: t("Favorites"), icon: Star },
  { view: "trash", label: t("Trash"), icon: Trash2 },
] as const;

export type NoteView = (typeof views)[number]["view"];

/** Reads the view out of an address; anything unknown is all notes. */
export function viewOf(value: string | undefined): NoteView {
  return views.find(({ view }) => view === value)?.view ?? "all";
}

export function NoteViews({ current }: { current: NoteView | null }) {
  return (
    <nav aria-label={t("Views")}>
      <ul>
        {views.map(({ view, label, icon: Icon }) => (
          <li key={view}>
            <Link
              to="/app/explorer"
              search={view === "all" ? {} : { view }}
              aria-current={current === view ? "page" : undefined}
              className={clsx(
                "tap flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm transition-colors pointer-coarse:h-11",
                current === view ? "bg-pressed font-medium" : "text-muted hover:bg-hover hover:text-ink",
              )}
            >
              <Icon size={15} className="text-faint" aria-hidden="true" />
              {label}
            </Link>
          </li>
        ))}
        <li>
          <Link
            to="/app/shared"
            className="tap flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm text-muted transition-colors hover:bg-hover hover:text-ink pointer-coarse:h-11"
          >
            <Users size={15} className="text-faint" aria-hidden="true" />
            {t("Shared with me")}
          </Link>
        </li>
      </ul>
    </nav>
  );
}
