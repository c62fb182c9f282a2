import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Check, Folder as FolderIcon, FolderPlus, FolderX, Search } from "lucide-react";
import { useEffect, useId, useState, type KeyboardEvent } from "react";
import type { Folder } from "#contract/folders.ts";
import { FolderFenceMark } from "../ai-access/folder-fence-mark.tsx";
import { api } from "../../platform/api.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { type FolderChoice, folderChoices, isNewName } from "./folder-choices.ts";
import { createFolder } from "./folder-mutations.ts";
import { rememberFolder, useRecentFolders } from "./recent-folders.ts";

/** More than anybody looks through; the others are found by typing. */
const MOST = 200;

export type FolderPickerProps = {
  /** Where it is now; undefined when that is several places. */
  current: string | null | undefined;
  /** What no folder at all is called here. */
  topWords: string;
  /** The folder whose branch may not be chosen. */
  except?: string | undefined;
  /** Other folders than those that there are, and how one is added to them. */
  folders?: Folder[];
  onCreate?: (name: string) => Promise<string | null | undefined>;
  onChoose: (folderId: string | null, name: string) => void;
};

const NEW = "new";

/** Every folder under one field, which keeps the focus while the keys move through the rows. */
export function FolderPicker({
  current,
  topWords,
  except,
  folders: given,
  onCreate = (name) => createFolder(name, null),
  onChoose,
}: FolderPickerProps) {
  const asked = useQuery({ ...api.folders.list.queryOptions({ input: {} }), enabled: given === undefined });
  const isPending = given === undefined && asked.isPending;
  const recent = useRecentFolders();
  const [query, setQuery] = useState("");
  const [pointed, setPointed] = useState<string | null>(null);
  const listId = useId();
  const folders = given ?? asked.data?.folders ?? [];
  const all = folderChoices({ folders, query, recent, topWords, except });
  const choices = all.slice(0, MOST);
  const newName = !isPending && isNewName(folders, query) ? query.trim().slice(0, 200) : null;
  const keys = [...choices.map(({ key }) => key), ...(newName === null ? [] : [NEW])];
  const active = keys.find((key) => key === pointed) ?? keys[0];
  const optionId = (key: string) => `${listId}-${key}`;

  useEffect(() => {
    if (active) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [active, listId]);

  const choose = async (key: string) => {
    if (key === NEW && newName !== null) {
      const made = await onCreate(newName);
      if (made) take(made, newName);
      return;
    }
    const choice = choices.find((known) => known.key === key);
    if (choice) take(choice.folderId, choice.name);
  };
  const take = (folderId: string | null, name: string) => {
    if (folderId) void rememberFolder(folderId);
    onChoose(folderId, name);
  };
  const handleKey = (event: KeyboardEvent) => {
    // An input method takes these keys to choose among its own words.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const at = active ? keys.indexOf(active) : -1;
    const next =
      event.key === "ArrowDown"
        ? keys[(at + 1) % keys.length]
        : event.key === "ArrowUp"
          ? keys.at(at - 1)
          : event.key === "PageDown"
            ? keys[Math.min(at + 8, keys.length - 1)]
            : event.key === "PageUp"
              ? keys[Math.max(at - 8, 0)]
              : undefined;
    if (next) {
      event.preventDefault();
      setPointed(next);
    } else if (event.key === "Enter" && active && !event.repeat) {
      event.preventDefault();
      void choose(active);
    }
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-10 items-center gap-2.5 rounded-md border border-field-line bg-bg px-3 has-focus-visible:border-accent has-focus-visible:outline-2 has-focus-visible:outline-accent">
        <Search size={15} aria-hidden="true" className="shrink-0 text-faint" />
        <input
          role="combobox"
          aria-expanded={keys.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(active)}
          aria-label={t("Find or create a folder")}
          placeholder={t("Find or create a folder")}
          dir="auto"
          autoFocus
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={query}
          maxLength={200}
          onChange={(event) => {
            setQuery(event.target.value);
            setPointed(null);
          }}
          onKeyDown={handleKey}
          className="min-w-0 flex-1 bg-transparent text-base outline-none"
        />
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label={t("Folders")}
        className="-mx-2 mt-2 min-h-0 flex-1 overflow-y-auto sm:max-h-[min(22rem,50dvh)]"
      >
        {choices.map((choice) => (
          <Row
            key={choice.key}
            id={optionId(choice.key)}
            isActive={choice.key === active}
            onPoint={() => setPointed(choice.key)}
            onChoose={() => void choose(choice.key)}
          >
            <ChoiceWords choice={choice} folders={folders} isCurrent={choice.folderId === current} />
          </Row>
        ))}
        {newName !== null && (
          <Row
            id={optionId(NEW)}
            isActive={active === NEW}
            onPoint={() => setPointed(NEW)}
            onChoose={() => void choose(NEW)}
          >
            <FolderPlus size={15} aria-hidden="true" className="shrink-0 text-accent" />
            <span className="min-w-0 flex-1 truncate">{t("New folder “{name}”", { name: newName })}</span>
          </Row>
        )}
      </div>
      {all.length > MOST && <p className="pt-2 text-xs text-faint">{t("Type to find the others.")}</p>}
      <p role="status" className="sr-only">
        {plural(all.filter(({ folderId }) => folderId !== null).length, {
          one: "{count} folder",
          other: "{count} folders",
        })}
      </p>
    </div>
  );
}

type ChoiceWordsProps = { choice: FolderChoice; folders: Folder[]; isCurrent: boolean };

function ChoiceWords({ choice, folders, isCurrent }: ChoiceWordsProps) {
  const Icon = choice.folderId === null ? FolderX : FolderIcon;
  return (
    <>
      <Icon size={15} aria-hidden="true" className="shrink-0 text-faint" />
      <span className="flex min-w-0 flex-1 items-baseline gap-2">
        <bdi className="min-w-0 truncate">{choice.name}</bdi>
        {choice.path.length > 0 && (
          <span className="min-w-8 flex-1 truncate text-xs text-faint">
            <bdi>{[...choice.path, choice.name].join(" / ")}</bdi>
          </span>
        )}
      </span>
      {choice.folderId && <FolderFenceMark folderId={choice.folderId} folders={folders} />}
      {choice.isRecent && <span className="shrink-0 text-xs text-faint">{t("Recent")}</span>}
      {isCurrent && <Check size={14} aria-label={t("Current")} className="shrink-0 text-accent" />}
    </>
  );
}

type RowProps = {
  id: string;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
  children: React.ReactNode;
};

function Row({ id, isActive, onPoint, onChoose, children }: RowProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keys
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onPointerMove={onPoint}
      onClick={onChoose}
      className={clsx(
        "flex min-h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 py-1 text-sm outline-none select-none pointer-coarse:min-h-11",
        isActive && "bg-pressed",
      )}
    >
      {children}
    </div>
  );
}
