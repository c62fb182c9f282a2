import type { Editor } from "@tiptap/core";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { type AssistantAction, ASSISTED_TEXT_MAX } from "#contract/shared/assistant-choices.ts";
import type { NoteSuggestions } from "#contract/assistant.ts";
import type { Note } from "#contract/notes.ts";
import { linkAtEnd, linkWords } from "../../editor/assist/link-words.ts";
import { cachedNote } from "../../kernel/notes/note-cache.ts";
import { changeNote, updated } from "../../kernel/notes/note-mutations.ts";
import { t } from "../../lib/messages/t.ts";
import { rpc } from "../../platform/rpc.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import type { Suggestible } from "./manifest.ts";
import { askForWords } from "./ask-for-words.ts";

type Props = { what: Suggestible; note: Note; editor: Editor; onClose: () => void };
/** Something that a press takes over. */
type Suggestion = { id: string; words: string; group: string; take: () => boolean | Promise<boolean> };

const TITLES: Record<Suggestible, string> = {
  title: t("Suggested title"),
  tags: t("Suggested tags"),
  links: t("Suggested links"),
};
const TITLE: AssistantAction = "title";
const NOTHING: Record<Suggestible, string> = {
  title: t("No title was suggested."),
  tags: t("No tags to suggest: similar notes have none that this one lacks."),
  links: t("No links to suggest."),
};

/** Suggestions for the note that is open, each taken over by a press. */
export function SuggestionsDialog({ what, note, editor, onClose }: Props) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["note-suggestions", note.id, what],
    queryFn: ({ signal }) => suggestionsFor(what, note, editor, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    networkMode: "always",
  });
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const take = async (suggestion: Suggestion) => {
    if (!(await suggestion.take())) return;
    setTaken((before) => new Set([...before, suggestion.id]));
    if (what === "title") onClose();
  };
  const left = data?.filter(({ id }) => !taken.has(id)) ?? [];
  return (
    <Dialog isOpen size="narrow" title={TITLES[what]} onClose={onClose}>
      {isFetching && (
        <p role="status" className="flex items-center gap-2 text-muted">
          <Spinner size={14} /> {t("Looking for suggestions...")}
        </p>
      )}
      {error && !isFetching && (
        <div className="flex flex-col items-start gap-3">
          <p role="alert">{errorMessage(error, t("You're offline. Try again when the server is back."))}</p>
          <Button onClick={() => void refetch()}>{t("Try again")}</Button>
        </div>
      )}
      {data && !isFetching && left.length === 0 && (
        <p role="status" className="text-muted">
          {taken.size > 0 ? t("All suggestions are taken over.") : NOTHING[what]}
        </p>
      )}
      {!isFetching && <Groups suggestions={left} onTake={(suggestion) => void take(suggestion)} />}
    </Dialog>
  );
}

type GroupsProps = { suggestions: readonly Suggestion[]; onTake: (suggestion: Suggestion) => void };

function Groups({ suggestions, onTake }: GroupsProps) {
  const groups = [...new Set(suggestions.map(({ group }) => group))];
  return groups.map((group) => (
    <section key={group} className="mt-3 first:mt-0">
      {group && <h3 className="mb-1.5 text-xs text-muted">{group}</h3>}
      <ul className="flex flex-wrap gap-2">
        {suggestions
          .filter((suggestion) => suggestion.group === group)
          .map((suggestion) => (
            <li key={suggestion.id} className="max-w-full">
              <Button className="max-w-full pointer-coarse:h-11" onClick={() => onTake(suggestion)}>
                <Plus size={14} aria-hidden="true" className="shrink-0" />
                <bdi className="truncate">{suggestion.words}</bdi>
              </Button>
            </li>
          ))}
      </ul>
    </section>
  ));
}

async function suggestionsFor(
  what: Suggestible,
  note: Note,
  editor: Editor,
  signal: AbortSignal,
): Promise<Suggestion[]> {
  if (what === "title") return [await titleFor(note, editor, signal)];
  const found = await rpc.assistant.suggest({ noteId: note.id }, { signal });
  return what === "tags" ? tagsOf(note, found) : linksOf(editor, found);
}

/** As it is now: it may have been changed by the press before. */
const now = (note: Note): Note => cachedNote(note.id) ?? note;

async function titleFor(note: Note, editor: Editor, signal: AbortSignal): Promise<Suggestion> {
  const { doc } = editor.state;
  const text = doc.textBetween(0, doc.content.size, "\n", " ").slice(0, ASSISTED_TEXT_MAX);
  const answer = await askForWords({ action: TITLE, text, noteId: note.id }, signal);
  const title = answer.text
    .replace(/\s+/g, " ")
    .replace(/^["“«]|["”».]$/g, "")
    .slice(0, 200);
  const change = { title };
  const take = () =>
    changeNote(now(note), change, { ...updated(note, change), failure: t("Failed to update note") });
  return { id: "title", words: title, group: "", take };
}

const tagsOf = (note: Note, { tags }: NoteSuggestions): Suggestion[] =>
  tags.map((tag) => ({
    id: tag,
    words: `#${tag}`,
    group: "",
    take: () => {
      const before = now(note);
      const change = { tags: [...before.tags, tag] };
      return changeNote(before, change, { ...updated(before, change), failure: t("Failed to update note") });
    },
  }));

const linksOf = (editor: Editor, { mentioned, related }: NoteSuggestions): Suggestion[] => [
  ...mentioned.map((target) => ({
    id: target.noteId,
    words: target.title,
    group: t("Named in the text: link the words"),
    take: () => linkWords(editor, target),
  })),
  ...related.map((target) => ({
    id: target.noteId,
    words: target.title || t("Untitled"),
    group: t("About the same things: link at the end"),
    take: () => linkAtEnd(editor, target),
  })),
];
