import { clsx } from "clsx";
import { useEffect, useId, useState, type RefObject } from "react";
import { folded } from "#contract/shared/fold-diacritics.ts";
import { t } from "../../lib/messages/t.ts";

type Person = { id: string; name: string };
type Field = HTMLInputElement | HTMLTextAreaElement;
/** The "@" stands before `from`; `part` is what is written behind it, `at` which of the names is chosen. */
type Asked = { from: number; part: string; at: number };

const MOST = 6;
/** A name that is being typed behind an "@" at the beginning of a word, or anywhere in a script without spaces: some words at most. */
const TYPED =
  /(?:^|[^\p{L}\p{N}_]|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[@＠]([^@＠\n]{0,40})$/u;

function askedIn(field: Field): Asked | null {
  const caret = field.selectionStart;
  if (caret === null || caret !== field.selectionEnd) return null;
  const [, part] = TYPED.exec(field.value.slice(0, caret)) ?? [];
  return part === undefined ? null : { from: caret - part.length, part, at: 0 };
}

const named = (people: readonly Person[], part: string) => {
  const wanted = folded(part.toLowerCase());
  return people.filter(({ name }) => folded(name.toLowerCase()).startsWith(wanted)).slice(0, MOST);
};

/** Writes it as if it were typed, so that whoever listens to the field hears of it. */
function write(field: Field, { from, part }: Asked, name: string): void {
  field.setRangeText(`${name} `, from, from + part.length, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

/**
 * Offers the names of people behind an "@" in a field, below it: arrows choose, Enter and Tab write, Escape closes. Stands beside the field
 * in an element that is `relative`.
 */
export function MentionList({
  field,
  people,
}: {
  field: RefObject<Field | null>;
  people: readonly Person[];
}) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const listId = useId();
  const shown = asked ? named(people, asked.part) : [];
  const chosen = shown[asked?.at ?? 0];
  useEffect(() => {
    const element = field.current;
    if (!element) return;
    const look = () => setAsked(askedIn(element));
    const close = () => setAsked(null);
    element.addEventListener("input", look);
    element.addEventListener("blur", close);
    return () => {
      element.removeEventListener("input", look);
      element.removeEventListener("blur", close);
    };
  }, [field]);
  useEffect(() => {
    const element = field.current;
    if (!element || !asked || !chosen) return;
    const handleKey = (event: Event) => {
      const { key, isComposing } = event as KeyboardEvent;
      const step = { ArrowDown: 1, ArrowUp: -1 }[key];
      const isTaken = key === "Enter" || key === "Tab";
      if (isComposing || (!step && !isTaken && key !== "Escape")) return;
      // Neither the form nor the dialog around it takes the key as its own.
      event.preventDefault();
      event.stopPropagation();
      if (step) setAsked({ ...asked, at: (asked.at + step + shown.length) % shown.length });
      else if (isTaken) write(element, asked, chosen.name);
      if (!step) setAsked(null);
    };
    element.addEventListener("keydown", handleKey);
    element.setAttribute("aria-controls", listId);
    element.setAttribute("aria-activedescendant", `${listId}-${chosen.id}`);
    return () => {
      element.removeEventListener("keydown", handleKey);
      element.removeAttribute("aria-controls");
      element.removeAttribute("aria-activedescendant");
    };
  }, [field, asked, chosen, shown.length, listId]);
  if (!asked || shown.length === 0) return null;
  return (
    <div
      id={listId}
      role="listbox"
      aria-label={t("People")}
      className="absolute start-0 top-full z-30 mt-1 max-w-full min-w-40 rounded-md border border-line-strong bg-raised p-1 shadow-pop"
    >
      {shown.map((person) => (
        <div
          key={person.id}
          id={`${listId}-${person.id}`}
          role="option"
          aria-selected={person === chosen}
          className={clsx(
            "cursor-default truncate rounded-md px-2 py-1.5 text-sm pointer-coarse:py-3",
            person === chosen && "bg-hover",
          )}
          // The field keeps the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            if (field.current) write(field.current, asked, person.name);
            setAsked(null);
          }}
        >
          <bdi>{person.name}</bdi>
        </div>
      ))}
    </div>
  );
}
