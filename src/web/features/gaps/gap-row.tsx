import { Link, useNavigate } from "@tanstack/react-router";
import { type MouseEvent, useState } from "react";
import type { Gap, GapPlace } from "#contract/gaps.ts";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { ago, inFull } from "../../lib/dates.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import type { PlacedGap } from "./gap-lists.ts";
import { dismissGap, startNote } from "./gap-mutations.ts";

const PLACES: Record<GapPlace, string> = {
  search: t("in Search"),
  palette: t("in the command palette"),
  chat: t("in Chat"),
};

/** A question, when and where it was asked, what is nearest to it, and what can be done about it. */
export function GapRow({ gap }: { gap: PlacedGap }) {
  const { question, place, count, lastAt, near } = gap;
  return (
    <li className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3 last:border-0">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-0.5">
        <p className="text-sm wrap-anywhere">
          <bdi>{question}</bdi>
        </p>
        <p className="flex min-w-0 flex-wrap gap-x-3 text-xs text-muted">
          <span>{plural(count, { one: "Asked {count} time", other: "Asked {count} times" })}</span>
          <span title={inFull(lastAt)}>
            {ago(lastAt)} {PLACES[place]}
          </span>
        </p>
        {near.length > 0 && <Near notes={near} />}
      </div>
      <Decisions gap={gap} />
    </li>
  );
}

const Near = ({ notes }: { notes: Gap["near"] }) => (
  <p className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1 text-xs text-muted">
    <span>{t("Nearest notes:")}</span>
    {notes.map(({ noteId, title }) => (
      <Link
        key={noteId}
        to="/app/editor/{-$noteId}"
        params={{ noteId }}
        className="tap max-w-full truncate rounded-md text-accent hover:underline"
      >
        <bdi>{titleOf({ title })}</bdi>
      </Link>
    ))}
  </p>
);

/** The row is about to go: whoever works by keys goes on with the next one. */
function focusNext({ currentTarget }: MouseEvent<HTMLElement>): void {
  const row = currentTarget.closest("li");
  const main = currentTarget.closest("main, [role=main], body");
  const buttons = [...(main?.querySelectorAll<HTMLElement>("section li button[data-dismiss]") ?? [])];
  const at = buttons.findIndex((button) => row?.contains(button));
  (buttons[at + 1] ?? buttons[at - 1])?.focus();
}

function Decisions({ gap }: { gap: PlacedGap }) {
  const navigate = useNavigate();
  const [isMaking, setIsMaking] = useState(false);
  const named = (action: string) => t("{action}: {what}", { action, what: gap.question });
  const start = async () => {
    setIsMaking(true);
    const noteId = await startNote(gap).finally(() => setIsMaking(false));
    if (noteId) await navigate({ to: "/app/editor/{-$noteId}", params: { noteId } });
  };
  return (
    <div className="-ms-3 flex flex-wrap gap-1">
      <Button
        look="quiet"
        isBusy={isMaking}
        aria-label={named(t("Start This Note"))}
        className="pointer-coarse:h-11"
        onClick={() => void start()}
      >
        {t("Start This Note")}
      </Button>
      <Button
        look="quiet"
        data-dismiss=""
        aria-label={named(t("Dismiss"))}
        className="pointer-coarse:h-11"
        onClick={(event) => {
          focusNext(event);
          void dismissGap(gap);
        }}
      >
        {t("Dismiss")}
      </Button>
    </div>
  );
}
