import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import { useId } from "react";
import { t } from "../../lib/messages/t.ts";
import type { LinkSuggestion } from "./rules/suggest-links.ts";

/** Places that name other notes without a link. */
export function LinkSuggestions({
  noteId,
  suggestions,
}: {
  noteId: string;
  suggestions: readonly LinkSuggestion[];
}) {
  const id = useId();
  if (suggestions.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-6">
      <h2 id={id} className="font-medium">
        {t("Notes you could link to")}
      </h2>
      <ul className="mt-2 divide-y divide-line rounded-md border border-line">
        {suggestions.map(({ noteId: other, title, isPublished, quote, blockId }) => (
          <li key={other} className="flex flex-col gap-1 p-3 text-sm">
            <p className="flex items-baseline gap-2">
              <bdi className="min-w-0 truncate font-medium">{title}</bdi>
              {isPublished && <span className="shrink-0 text-xs text-muted">{t("Published")}</span>}
            </p>
            <p dir="auto" className="wrap-anywhere text-muted">
              {quote}
            </p>
            {blockId && (
              <Link
                to="/app/editor/{-$noteId}"
                params={{ noteId }}
                hash={blockId}
                className="tap inline-flex items-center gap-1 self-start rounded-md text-accent hover:underline"
              >
                {t("Show in note")} <ArrowRight size={14} aria-hidden="true" className="rtl:-scale-x-100" />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
