import { X } from "lucide-react";
import { useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { useIsReader } from "../../../kernel/projects/people.tsx";
import { t } from "../../../lib/messages/t.ts";
import { IconButton } from "../../../ui/button.tsx";
import { inputClass } from "../../../ui/field.tsx";

export type Link = { id: string; title: string };

type LinkPickerProps = {
  title: string;
  /** Of the field in which one is looked for. */
  addLabel: string;
  icon: ReactNode;
  links: readonly Link[];
  /** What fits the words in the field, best first. */
  options: readonly Link[];
  query: string;
  onQuery: (query: string) => void;
  onAdd: (link: Link) => void;
  onRemove: (id: string) => void;
  onOpen: (link: Link) => void;
};

/** As many links as a task has. */
const MOST = 20;

/** Links of a task to other things: found by their words, opened and taken out again. */
export function LinkPicker(props: LinkPickerProps) {
  const { title, addLabel, icon, links, options, query, onQuery, onAdd, onRemove, onOpen } = props;
  const listId = useId();
  const [pointed, setPointed] = useState(0);
  const isReader = useIsReader();
  const shown = query.trim() ? options.filter(({ id }) => links.every((link) => link.id !== id)) : [];
  const active = shown[Math.min(pointed, shown.length - 1)];
  const ask = (next: string) => {
    setPointed(0);
    onQuery(next);
  };
  const add = (link: Link) => {
    onAdd(link);
    ask("");
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) setPointed(Math.max(0, Math.min(shown.length - 1, pointed + step)));
    else if (event.key === "Enter") {
      if (active) add(active);
    } else if (event.key === "Escape" && query) ask("");
    else return;
    // The dialog's own Enter saves it, and its Escape closes it.
    event.preventDefault();
    event.stopPropagation();
  };
  if (isReader && links.length === 0) return null;
  return (
    <section aria-label={title} className="flex flex-col gap-1">
      <h3 className="text-sm font-medium">{title}</h3>
      {links.length > 0 && (
        <ul>
          {links.map((link) => (
            <li key={link.id} className="flex items-center gap-2 pe-1 text-sm">
              <span className="shrink-0 text-faint">{icon}</span>
              <button
                type="button"
                dir="auto"
                className="min-w-0 flex-1 truncate rounded-md py-1.5 text-start hover:underline"
                onClick={() => onOpen(link)}
              >
                {link.title}
              </button>
              {!isReader && (
                <IconButton
                  label={t("Remove {title}", { title: link.title })}
                  onClick={() => onRemove(link.id)}
                >
                  <X size={15} />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {links.length < MOST && !isReader && (
        <input
          role="combobox"
          aria-label={addLabel}
          aria-expanded={shown.length > 0}
          aria-controls={shown.length > 0 ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={active && `${listId}-${active.id}`}
          placeholder={addLabel}
          dir="auto"
          autoComplete="off"
          maxLength={200}
          value={query}
          onChange={(event) => ask(event.target.value)}
          onKeyDown={handleKey}
          className={`${inputClass} h-9`}
        />
      )}
      {shown.length > 0 && (
        <div id={listId} role="listbox" aria-label={t("Results")}>
          {shown.map((option) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keys
            <div
              key={option.id}
              id={`${listId}-${option.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={option.id === active?.id}
              onClick={() => add(option)}
              className="flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 text-sm hover:bg-hover aria-selected:bg-pressed pointer-coarse:min-h-11"
            >
              <span className="shrink-0 text-faint">{icon}</span>
              <bdi className="truncate">{option.title}</bdi>
            </div>
          ))}
        </div>
      )}
    </section>
  );
}
