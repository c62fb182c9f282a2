import { TextSelection } from "@tiptap/pm/state";
import type { Editor } from "@tiptap/core";
import {
  ArrowDown,
  ArrowUp,
  CaseSensitive,
  ChevronDown,
  ChevronRight,
  Regex,
  WholeWord,
  X,
} from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { closeFind, openFind, useView } from "../view/view-store.ts";
import { MOST_MATCHES, type Query } from "./find-in-text.ts";
import { useFind, type Found } from "./use-find.ts";
import { t } from "../../lib/messages/t.ts";

const LONGEST_GIVEN = 100;
const MENU_GONE_MS = 300;

/** What is selected is what is looked for, when it is a few words of one line. */
function selectedWords({ state }: Editor): string {
  const { $from, $to, from, to } = state.selection;
  if (!$from.sameParent($to) || to - from > LONGEST_GIVEN) return "";
  return state.doc.textBetween(from, to);
}

const fieldClass =
  "h-8 min-w-0 flex-1 rounded-md border border-field-line bg-bg px-2 text-sm outline-offset-0 pointer-coarse:h-10 pointer-coarse:text-base";

/** Find and replace in the note that is open. */
export function FindBar({ editor }: { editor: Editor }) {
  const asked = useView(({ find }) => find);
  const [query, setQuery] = useState<Query>(() => ({
    words: selectedWords(editor),
    isCaseKept: false,
    isWholeWord: false,
    isPattern: false,
  }));
  const withReplace = asked?.withReplace ?? false;
  const [by, setBy] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const { found, isCurrent, step, replace, replaceEvery } = useFind(editor, query);
  const at = asked?.at;
  useEffect(() => {
    const take = () => {
      field.current?.focus();
      field.current?.select();
    };
    take();
    // The menu it was asked for in gives the focus back to its button when it has gone.
    const timer = setTimeout(() => document.activeElement?.closest("[role=search]") ?? take(), MENU_GONE_MS);
    return () => clearTimeout(timer);
  }, [at]);
  const close = () => {
    const match = found.matches[found.current];
    closeFind();
    const { state, view } = editor;
    if (match && match.to <= state.doc.content.size)
      view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, match.from, match.to)));
    view.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
    } else if (event.key === "F3") {
      event.preventDefault();
      step(event.shiftKey ? -1 : 1);
    }
  };
  const handleFieldKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    step(event.shiftKey ? -1 : 1);
  };
  const handleReplaceKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    replace(by);
  };
  const toggle = (part: "isCaseKept" | "isWholeWord" | "isPattern") => () =>
    setQuery({ ...query, [part]: !query[part] });
  const canReplace = isCurrent && editor.isEditable && found.matches.length > 0;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape and F3 from anywhere in the bar
    <div
      role="search"
      aria-label={t("Find in note")}
      data-own-selection=""
      onKeyDown={handleKey}
      className="absolute end-2 top-2 flex w-[min(26rem,calc(100%-1rem))] flex-col gap-2 rounded-md border border-line-strong bg-raised p-2 shadow-pop print:hidden"
    >
      <div className="flex flex-wrap items-center gap-1">
        <IconButton
          label={t("Show replace")}
          aria-expanded={withReplace}
          onClick={() => openFind(!withReplace)}
        >
          {withReplace ? <ChevronDown size={16} /> : <ChevronRight size={16} />}
        </IconButton>
        <input
          ref={field}
          type="text"
          aria-label={t("Find")}
          placeholder={t("Find")}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={500}
          value={query.words}
          onChange={(event) => setQuery({ ...query, words: event.target.value })}
          onKeyDown={handleFieldKey}
          className={fieldClass}
        />
        <IconButton label={t("Match case")} isOn={query.isCaseKept} onClick={toggle("isCaseKept")}>
          <CaseSensitive size={16} />
        </IconButton>
        <IconButton label={t("Whole words")} isOn={query.isWholeWord} onClick={toggle("isWholeWord")}>
          <WholeWord size={16} />
        </IconButton>
        <IconButton label={t("Regular expression")} isOn={query.isPattern} onClick={toggle("isPattern")}>
          <Regex size={16} />
        </IconButton>
        <IconButton label={t("Close")} onClick={close}>
          <X size={16} />
        </IconButton>
      </div>
      <div className="flex items-center gap-1 ps-8">
        <p role="status" className="flex-1 text-xs text-muted tabular-nums">
          {countWords(found, query)}
        </p>
        <IconButton
          label={t("Previous match")}
          disabled={found.matches.length === 0}
          onClick={() => step(-1)}
        >
          <ArrowUp size={16} />
        </IconButton>
        <IconButton label={t("Next match")} disabled={found.matches.length === 0} onClick={() => step(1)}>
          <ArrowDown size={16} />
        </IconButton>
      </div>
      {withReplace && (
        <div className="flex flex-wrap items-center gap-2 ps-8">
          <input
            type="text"
            aria-label={t("Replace with")}
            placeholder={t("Replace with")}
            autoComplete="off"
            value={by}
            onChange={(event) => setBy(event.target.value)}
            onKeyDown={handleReplaceKey}
            className={fieldClass}
          />
          <Button disabled={!canReplace} onClick={() => replace(by)}>
            {t("Replace")}
          </Button>
          <Button disabled={!canReplace} onClick={() => replaceEvery(by)}>
            {t("All")}
          </Button>
        </div>
      )}
    </div>
  );
}

function countWords({ matches, current, fault }: Found, { words }: Query): string {
  if (fault) return fault;
  if (words === "") return "";
  if (matches.length === 0) return t("Not found");
  const values = { current: current + 1, count: matches.length };
  return matches.length === MOST_MATCHES
    ? t("{current} of {count} and more", values)
    : t("{current} of {count}", values);
}
