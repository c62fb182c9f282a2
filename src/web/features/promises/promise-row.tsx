import { Link } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import type { LedgerPromise, PromiseDecision } from "#contract/promises.ts";
import { useAccountNow } from "../../kernel/account/use-account-now.ts";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { dueWords } from "../../kernel/tasks/due-phrase.ts";
import { t } from "../../lib/messages/t.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { decidePromise, makeTaskOf } from "./promise-mutations.ts";

/** A sentence, where it stands, and what can be said of it. */
export function PromiseRow({ promise }: { promise: LedgerPromise }) {
  const { noteId, noteTitle, blockId, sentence } = promise;
  return (
    <li className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3 last:border-0">
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
          <DueDay promise={promise} />
          <bdi className="min-w-0 truncate">{titleOf({ title: noteTitle })}</bdi>
        </p>
      </div>
      <Decisions promise={promise} />
    </li>
  );
}

function DueDay({ promise: { due, status } }: { promise: LedgerPromise }) {
  const now = useAccountNow();
  const completed = status === "kept" || status === "dropped";
  const words = dueWords({ dueDate: due, dueTime: null, completed }, now);
  return words && <span className={words.tone === "overdue" ? "text-danger" : undefined}>{words.words}</span>;
}

/** The row is about to go: whoever works by keys goes on with the next one. */
function focusNext({ currentTarget }: MouseEvent<HTMLElement>): void {
  const row = currentTarget.closest("li");
  const links = Array.from(
    currentTarget.closest("main, [role=main], body")?.querySelectorAll("section li a") ?? [],
  );
  const at = links.findIndex((link) => row?.contains(link));
  const next = links.slice(at + 1).find((link) => !row?.contains(link)) ?? links[at - 1];
  if (next instanceof HTMLElement) next.focus();
}

function Decisions({ promise }: { promise: LedgerPromise }) {
  const { what, status, decision, taskId } = promise;
  const offer = (words: string, next: PromiseDecision) => (
    <Button
      look="quiet"
      aria-label={t("{action}: {what}", { action: words, what })}
      className="pointer-coarse:h-11"
      onClick={(event) => {
        focusNext(event);
        void decidePromise(promise, next);
      }}
    >
      {words}
    </Button>
  );
  const isOpen = status === "open" || status === "late";
  return (
    <div className="-ms-3 flex flex-wrap gap-1">
      {taskId ? (
        <Link
          to="/app/tasks"
          search={{ task: taskId } as never}
          aria-label={t("{action}: {what}", { action: t("Open Task"), what })}
          className={buttonClass("quiet", "pointer-coarse:h-11")}
        >
          {t("Open Task")}
        </Link>
      ) : (
        isOpen && (
          <Button
            look="quiet"
            aria-label={t("{action}: {what}", { action: t("Make Task"), what })}
            className="pointer-coarse:h-11"
            onClick={() => void makeTaskOf(promise)}
          >
            {t("Make Task")}
          </Button>
        )
      )}
      {isOpen && offer(t("Kept"), "kept")}
      {isOpen && offer(t("Drop"), "dropped")}
      {!isOpen && decision !== "open" && offer(t("Reopen"), "open")}
      {offer(t("Not a Promise"), "dismissed")}
    </div>
  );
}
