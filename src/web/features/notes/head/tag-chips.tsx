import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { tagsInAddress } from "../../../kernel/tags/tag-address.ts";
import { t } from "../../../lib/messages/t.ts";

const SHOWN = 2;

/** The first tags of a note; a press shows the notes that have one. */
export function TagChips({ tags, className }: { tags: string[]; className: string }) {
  if (tags.length === 0) return null;
  return (
    <ul className={clsx("relative gap-1", className)} aria-label={t("Tags")}>
      {tags.slice(0, SHOWN).map((tag) => (
        <li key={tag} className="min-w-0">
          <Link
            to="/app/explorer"
            search={{ tag: tagsInAddress([tag]) }}
            className="tap block h-6 max-w-24 rounded-md border border-line px-1.5 text-xs/[1.375rem] text-muted hover:border-line-strong hover:text-ink"
          >
            <span className="block truncate">{tag}</span>
          </Link>
        </li>
      ))}
      {tags.length > SHOWN && <li className="text-xs/6 text-faint">+{tags.length - SHOWN}</li>}
    </ul>
  );
}
