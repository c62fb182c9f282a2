import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import type { Citation } from "#contract/chat.ts";
import { Tooltip } from "../../../ui/overlay/tooltip.tsx";
import { t } from "../../../lib/messages/t.ts";

type CitationChipProps = { number: number; citation: Citation; isChanged: boolean };

/** Leads to the passage, which stands marked in its note; shows it to who points at it. */
export function CitationChip({ number, citation, isChanged }: CitationChipProps) {
  const { pathname, search, hash } = placeOf(citation);
  const name = isChanged
    ? t("Source {number}, changed since: {title}", { number, title: citation.title })
    : t("Source {number}: {title}", { number, title: citation.title });
  return (
    <Tooltip words={<CitedWords citation={citation} isChanged={isChanged} />}>
      <Link
        to={pathname}
        search={search as never}
        {...(hash && { hash })}
        aria-label={name}
        className={clsx(
          "mx-0.5 inline-grid h-[1.15rem] min-w-[1.15rem] place-items-center rounded-sm px-1 align-[0.1em] text-[0.7rem] leading-none font-medium no-underline",
          isChanged ? "bg-warn-soft text-warn" : "bg-accent-soft text-accent",
        )}
      >
        {number}
      </Link>
    </Tooltip>
  );
}

function CitedWords({ citation, isChanged }: Omit<CitationChipProps, "number">) {
  const { title, heading, text, quote } = citation;
  const at = quote ? text.toLowerCase().indexOf(quote.toLowerCase()) : -1;
  return (
    <span className="flex max-w-80 flex-col gap-1 text-start" dir="auto">
      <span className="font-medium">{[title || t("Untitled"), heading].filter(Boolean).join(" › ")}</span>
      <span className="line-clamp-6 whitespace-pre-line">
        {at < 0 || !quote ? (
          text
        ) : (
          <>
            {text.slice(0, at)}
            <mark>{text.slice(at, at + quote.length)}</mark>
            {text.slice(at + quote.length)}
          </>
        )}
      </span>
      {isChanged && <span>{t("This passage has changed since the answer.")}</span>}
    </span>
  );
}

/** Where what was cited stands. */
export function placeOf({ kind, id, blockId, hash }: Citation) {
  if (kind === "task") return { pathname: "/app/tasks", search: { task: id }, hash: null };
  if (kind === "event") return { pathname: "/app/calendar", search: { event: id }, hash: null };
  // Of a file that somebody else shares, its note.
  if (kind === "file" && hash !== null) return { pathname: "/app/files", search: { file: id }, hash: null };
  return { pathname: `/app/editor/${id}`, search: {}, hash: blockId };
}
