import { Link } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import type { Contradiction } from "#contract/contradictions.ts";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { dayOfYear } from "../../lib/dates.ts";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { bothAreRight, isRight } from "./contradiction-mutations.ts";

/** Two sentences that disagree, the newer first, and what can be said of them. */
export function ContradictionCard({ pair }: { pair: Contradiction }) {
  const { older, newer, isSameDay } = pair;
  return (
    <li className="flex min-w-0 flex-col gap-2 rounded-md border border-line p-3">
      <ul className="flex min-w-0 flex-col">
        {[newer, older].map((side) => (
          <Side key={side.claimId} pair={pair} side={side} isNewer={side === newer && !isSameDay} />
        ))}
      </ul>
      <Button
        look="quiet"
        data-settle=""
        aria-label={t("{action}: {what}", { action: t("Both Are Right"), what: newer.sentence })}
        className="-ms-3 w-fit pointer-coarse:h-11"
        onClick={(event) => {
          focusNext(event);
          void bothAreRight(pair);
        }}
      >
        {t("Both Are Right")}
      </Button>
    </li>
  );
}

type SideProps = { pair: Contradiction; side: Contradiction["newer"]; isNewer: boolean };

function Side({ pair, side, isNewer }: SideProps) {
  const { noteId, noteTitle, blockId, sentence, day } = side;
  return (
    <li className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-0.5">
        <Link
          to="/app/editor/{-$noteId}"
          params={{ noteId }}
          {...(blockId && { hash: blockId })}
          className="w-fit max-w-full rounded-md text-sm wrap-anywhere hover:underline"
        >
          <bdi>{sentence}</bdi>
        </Link>
        <p className="flex min-w-0 flex-wrap gap-x-3 text-xs text-muted">
          {isNewer && <span className="font-medium text-accent">{t("Newer")}</span>}
          <span>{t("Written {day}", { day: dayOfYear(new Date(`${day}T12:00:00`)) })}</span>
          <bdi className="min-w-0 truncate">{titleOf({ title: noteTitle })}</bdi>
        </p>
      </div>
      <Button
        look="quiet"
        aria-label={t("{action}: {what}", { action: t("This Is Right"), what: sentence })}
        className="-ms-3 pointer-coarse:h-11"
        onClick={(event) => {
          focusNext(event);
          void isRight(pair, side);
        }}
      >
        {t("This Is Right")}
      </Button>
    </li>
  );
}

/** The pair is about to go: whoever works by keys goes on with the next one. */
function focusNext({ currentTarget }: MouseEvent<HTMLElement>): void {
  const main = currentTarget.closest("main, [role=main], body");
  const buttons = [...(main?.querySelectorAll<HTMLElement>("button[data-settle]") ?? [])];
  const at = buttons.findIndex((button) => button.parentElement?.contains(currentTarget));
  (buttons[at + 1] ?? buttons[at - 1])?.focus();
}
