import { clsx } from "clsx";
import { Check, Copy, CornerDownRight, RotateCcw, Square, Undo2, X } from "lucide-react";
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { insertBelow } from "../../editor/assist/insert-below.ts";
import { REVIEW_KEYS } from "../../editor/assist/review-keys.ts";
import { placeInWindow } from "../../editor/input/place-in-window.ts";
import { useActionContext } from "../../kernel/actions/here.ts";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { shortcutWords } from "../../lib/shortcut-words.ts";
import { copyText } from "../../platform/device/clipboard.ts";
import { rememberCopied } from "../../platform/device/remember-copied.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { inputClass } from "../../ui/field.tsx";
import { Highlighted } from "../../ui/highlighted.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import type { Run } from "./assistant-store.ts";

/** What was asked for and came of it, at the text it is about. The text keeps the focus while its keys mean the suggestions. */
export function AssistantCard({ run }: { run: Run }) {
  const { editor, phase, title } = run;
  const card = useRef<HTMLElement>(null);
  useFollow(() => {
    if (!card.current) return;
    if (phase.kind === "review") placeAtFoot(card.current, editor.view.dom);
    else placeInWindow(card.current, lineOf(run));
  });
  const takesFocus = phase.kind !== "asking" && phase.kind !== "review";
  useEffect(() => {
    if (takesFocus) card.current?.querySelector<HTMLElement>("[data-first]")?.focus({ preventScroll: true });
  }, [takesFocus, phase.kind]);
  const current = phase.kind === "review" ? phase.progress.current : null;
  useEffect(() => {
    const mark = current && editor.view.dom.querySelector(".assist-current");
    const foot = card.current?.getBoundingClientRect().top ?? innerHeight;
    if (mark && mark.getBoundingClientRect().bottom > foot - EDGE) mark.scrollIntoView({ block: "center" });
  }, [current, editor]);
  const close = () => {
    run.close();
    if (!editor.isDestroyed && editor.isEditable) editor.view.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it, wherever the focus is in it
    <section
      ref={card}
      role="dialog"
      data-modeless=""
      data-own-selection=""
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        close();
      }}
      className={clsx(
        "fixed z-35 flex w-max min-w-56 flex-col gap-2 overflow-y-auto rounded-md border border-line-strong bg-raised p-2 text-sm shadow-pop print:hidden",
        // All of its buttons with their keys stand in one line where there is room.
        phase.kind === "review"
          ? "max-w-[min(52rem,calc(100vw-1rem))]"
          : "max-w-[min(36rem,calc(100vw-1rem))]",
      )}
    >
      {phase.kind === "question" && <Question title={title} ask={phase.ask} onClose={close} />}
      {phase.kind === "asking" && <Asking title={title} onStop={close} />}
      {phase.kind === "failed" && <Failed {...phase} onClose={close} />}
      {phase.kind === "review" && <Review {...phase} />}
      {phase.kind === "answer" && <Answer run={run} answer={phase} onClose={close} />}
      {phase.kind === "notes" && <Notes notes={phase.notes} title={title} onClose={close} />}
    </section>
  );
}

const EDGE = 8;

/** At the foot of what can be seen of the page, so that all suggestions can be read; above the tools and the keyboard of a phone. */
function placeAtFoot(card: HTMLElement, text: HTMLElement): void {
  const seen = visualViewport;
  const dock = document.getElementById("dock")?.getBoundingClientRect();
  const bottom = Math.min((seen?.offsetTop ?? 0) + (seen?.height ?? innerHeight), dock?.top || Infinity);
  const { left, width } = text.getBoundingClientRect();
  const furthest = innerWidth - card.offsetWidth - EDGE;
  card.style.maxHeight = "";
  card.style.top = `${bottom - card.offsetHeight - (dock ? EDGE : 2 * EDGE)}px`;
  card.style.left = `${Math.max(EDGE, Math.min(left + (width - card.offsetWidth) / 2, furthest))}px`;
}

/** The line under which the card stands: where the text that it is about ends. */
function lineOf({ editor, place }: Run): { left: number; top: number; bottom: number } {
  const end = editor.state.doc.content.size;
  const { from, to } = place();
  const first = editor.view.coordsAtPos(Math.min(from, end));
  const last = editor.view.coordsAtPos(Math.min(to, end));
  return { left: first.left, top: first.top, bottom: Math.max(first.bottom, last.bottom) };
}

/** After every drawing, every change of the text, and whenever something scrolls or changes its size. */
function useFollow(follow: () => void) {
  useLayoutEffect(() => {
    follow();
    addEventListener("scroll", follow, true);
    addEventListener("resize", follow);
    visualViewport?.addEventListener("resize", follow);
    return () => {
      removeEventListener("scroll", follow, true);
      removeEventListener("resize", follow);
      visualViewport?.removeEventListener("resize", follow);
    };
  });
}

/** A press takes the focus of nobody: the keys stay with the text. */
const keepFocus = { onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault() };

function Head({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <div className="flex items-center gap-2 ps-1">
      <p className="min-w-0 flex-1 truncate font-medium">{title}</p>
      <IconButton label={t("Close")} onClick={onClose} className="pointer-coarse:size-10">
        <X size={15} />
      </IconButton>
    </div>
  );
}

function Asking({ title, onStop }: { title: string; onStop: () => void }) {
  return (
    <div role="status" className="flex items-center gap-2.5 ps-1">
      <Spinner size={14} />
      <span className="min-w-0 flex-1 truncate text-muted">
        {t("{action}: working...", { action: title })}
      </span>
      <Button look="quiet" onClick={onStop} {...keepFocus} className="pointer-coarse:h-11">
        <Square size={13} aria-hidden="true" /> {t("Stop")}
      </Button>
    </div>
  );
}

function Failed({
  words,
  retry,
  onClose,
}: {
  words: string;
  retry: (() => void) | null;
  onClose: () => void;
}) {
  return (
    <>
      <p role="alert" className="px-1 pt-1">
        {words}
      </p>
      <Buttons>
        <Button
          look="quiet"
          onClick={onClose}
          data-first={retry ? undefined : ""}
          className="pointer-coarse:h-11"
        >
          {t("Close")}
        </Button>
        {retry && (
          <Button onClick={retry} data-first="" className="pointer-coarse:h-11">
            <RotateCcw size={14} aria-hidden="true" /> {t("Try again")}
          </Button>
        )}
      </Buttons>
    </>
  );
}

const Buttons = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-end gap-1.5">{children}</div>
);

function Review({ progress, review }: Extract<Run["phase"], { kind: "review" }>) {
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <span className="px-1.5 text-xs whitespace-nowrap text-muted tabular-nums">
        {plural(progress.left, { one: "{count} change", other: "{count} changes" })}
      </span>
      <Button look="primary" onClick={review.accept} {...keepFocus} className="pointer-coarse:h-11">
        <Check size={14} aria-hidden="true" /> {t("Accept")} <Hint keys={REVIEW_KEYS.accept} />
      </Button>
      <Button onClick={review.refuse} {...keepFocus} className="pointer-coarse:h-11">
        <X size={14} aria-hidden="true" /> {t("Refuse")} <Hint keys={REVIEW_KEYS.refuse} />
      </Button>
      <span className="flex flex-wrap gap-1.5 max-sm:w-full max-sm:justify-end">
        <Button look="quiet" onClick={review.acceptAll} {...keepFocus} className="px-2 pointer-coarse:h-11">
          {t("Accept all")} <Hint keys={REVIEW_KEYS.acceptAll} />
        </Button>
        <Button look="quiet" onClick={review.refuseAll} {...keepFocus} className="px-2 pointer-coarse:h-11">
          <Undo2 size={14} aria-hidden="true" /> {t("Refuse all")} <Hint keys={REVIEW_KEYS.refuseAll} />
        </Button>
      </span>
    </div>
  );
}

const Hint = ({ keys }: { keys: string }) => (
  <kbd aria-hidden="true" className="font-sans text-xs pointer-coarse:hidden">
    {shortcutWords(keys)}
  </kbd>
);

type AnswerProps = { run: Run; answer: Extract<Run["phase"], { kind: "answer" }>; onClose: () => void };

function Answer({ run, answer, onClose }: AnswerProps) {
  const { words, origin } = answer;
  const { editor, title, place } = run;
  const insert = async () => {
    run.close();
    await insertBelow(editor, words, place, origin);
  };
  const remember = (copied: string) => origin?.model && rememberCopied(copied, origin.model, origin.prompt);
  const copy = () => {
    remember(words);
    void copyText(words, t("Copied"));
  };
  return (
    <>
      <Head title={title} onClose={onClose} />
      <p
        dir="auto"
        onCopy={() => remember(String(getSelection()))}
        className="max-h-60 overflow-y-auto px-1 whitespace-pre-wrap"
      >
        {words}
      </p>
      <Buttons>
        <Button data-first="" onClick={copy} className="pointer-coarse:h-11">
          <Copy size={14} aria-hidden="true" /> {t("Copy")}
        </Button>
        {editor.isEditable && (
          <Button onClick={() => void insert()} className="pointer-coarse:h-11">
            <CornerDownRight size={14} aria-hidden="true" /> {t("Insert below")}
          </Button>
        )}
      </Buttons>
    </>
  );
}

type FoundNotes = Extract<Run["phase"], { kind: "notes" }>["notes"];

function Notes({ notes, title, onClose }: { notes: FoundNotes; title: string; onClose: () => void }) {
  const { go } = useActionContext();
  return (
    <>
      <Head title={title} onClose={onClose} />
      {notes.length === 0 && (
        <p role="status" className="px-1 pb-1 text-muted">
          {t("No other note says something about this.")}
        </p>
      )}
      <ul className="flex max-h-72 flex-col overflow-y-auto">
        {notes.map(({ note, snippet }, index) => (
          <li key={note.id}>
            <a
              href={`/app/editor/${note.id}`}
              data-first={index === 0 ? "" : undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey) return;
                event.preventDefault();
                onClose();
                go(`/app/editor/${note.id}`);
              }}
              className="tap block rounded-md px-1.5 py-1.5 hover:bg-hover"
            >
              <bdi className="block truncate">{titleOf(note)}</bdi>
              <span dir="auto" className="line-clamp-2 text-xs text-muted">
                <Highlighted text={snippet} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Question({
  title,
  ask,
  onClose,
}: {
  title: string;
  ask: (words: string) => void;
  onClose: () => void;
}) {
  const id = useId();
  const [words, setWords] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (words.trim()) ask(words.trim());
      }}
      className="flex flex-col gap-2"
    >
      <Head title={title} onClose={onClose} />
      <div className="flex gap-1.5">
        <input
          data-first=""
          dir="auto"
          aria-label={title}
          aria-describedby={`${id}-note`}
          placeholder={t("Turn this into a table of contents")}
          autoComplete="off"
          maxLength={4_000}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          className={`${inputClass} h-8 min-w-0 flex-1 pointer-coarse:h-11`}
        />
        <Button type="submit" look="primary" disabled={!words.trim()} className="pointer-coarse:h-11">
          {t("Ask")}
        </Button>
      </div>
      <p id={`${id}-note`} className="px-1 text-xs text-muted">
        {t("Name notes as {note} and tags as {tag} to send their text along.", {
          note: t("[[Note]]"),
          tag: t("#tag"),
        })}
      </p>
    </form>
  );
}
