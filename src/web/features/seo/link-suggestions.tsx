import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import { useId, useState } from "react";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import type { LinkSuggestion } from "#seo/suggest-links.ts";

type LinkSuggestionsProps = {
  noteId: string;
  suggestions: readonly LinkSuggestion[];
  /** While something is typed, what is found may be of that. */
  isTyping: boolean;
  onLink: (place: { blockId: string; words: string; toNoteId: string }) => Promise<boolean>;
};

/** Places that name other notes without a link. */
export function LinkSuggestions({ noteId, suggestions, isTyping, onLink }: LinkSuggestionsProps) {
  const id = useId();
  const [busyWith, setBusyWith] = useState<string | null>(null);
  if (suggestions.length === 0) return null;
  const handleLink = async ({ noteId: toNoteId, words }: LinkSuggestion, blockId: string) => {
    setBusyWith(toNoteId);
    await onLink({ blockId, words, toNoteId });
    setBusyWith(null);
  };
  return (
    <section aria-labelledby={id} className="mt-6">
      <h2 id={id} className="font-medium">
        {t("Notes you could link to")}
      </h2>
      <ul className="mt-2 divide-y divide-line rounded-md border border-line">
        {suggestions.map((suggestion) => {
          const { noteId: other, title, isPublished, quote, words, blockId } = suggestion;
          return (
            <li key={other} className="flex flex-col gap-1.5 p-3 text-sm">
              <p className="flex items-baseline gap-2">
                <bdi className="min-w-0 truncate font-medium">{title}</bdi>
                {isPublished && <span className="shrink-0 text-xs text-muted">{t("Published")}</span>}
              </p>
              <p dir="auto" className="wrap-anywhere text-muted">
                {quote}
              </p>
              {blockId && (
                <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
                  <Button
                    isBusy={busyWith === other}
                    disabled={isTyping}
                    className="max-w-full"
                    onClick={() => void handleLink(suggestion, blockId)}
                  >
                    <span className="truncate">{t("Link “{words}”", { words })}</span>
                  </Button>
                  <Link
                    to="/app/editor/{-$noteId}"
                    params={{ noteId }}
                    hash={blockId}
                    className="tap inline-flex items-center gap-1 rounded-md text-accent hover:underline"
                  >
                    {t("Show in note")}{" "}
                    <ArrowRight size={14} aria-hidden="true" className="rtl:-scale-x-100" />
                  </Link>
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
