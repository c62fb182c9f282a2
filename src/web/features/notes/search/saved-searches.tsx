import type { Preferences } from "#contract/preferences.ts";
import { Link } from "@tanstack/react-router";
import { BookmarkPlus, Ellipsis, PencilLine, Search, Trash2 } from "lucide-react";
import { useState, type FormEvent } from "react";
import { changePreferences } from "../../../kernel/workspace/change-preferences.ts";
import { usePreferences } from "../../../kernel/workspace/frame.ts";
import { Button, buttonClass, IconButton } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/overlay/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Menu, MenuItem } from "../../../ui/overlay/menu.tsx";
import { t } from "../../../lib/messages/t.ts";

export type Saved = { name: string; address: string };

const MOST = 50;

const savedIn = (preferences: Preferences | undefined): Saved[] => preferences?.settings.savedSearches ?? [];

export const useSavedSearches = (): Saved[] => savedIn(usePreferences());

const keep = (savedSearches: Saved[], words: string) =>
  changePreferences({ settings: { savedSearches } }, { words });

export const paramsOf = (address: string) =>
  Object.fromEntries(new URLSearchParams(address)) as Record<string, string>;

/** The searches and filters a person keeps under names; on every device of the account. */
export function SavedSearches() {
  const saved = useSavedSearches();
  const [renaming, setRenaming] = useState<Saved | null>(null);
  if (saved.length === 0) return null;
  const remove = (search: Saved) =>
    keep(
      saved.filter((other) => other !== search),
      t("Search {name} removed", { name: search.name }),
    );
  return (
    <section aria-labelledby="saved-heading">
      <h2 id="saved-heading" className="flex h-8 items-center pl-2.5 text-xs font-medium text-faint">
        {t("Saved searches")}
      </h2>
      <ul>
        {saved.map((search) => (
          <li
            key={search.name}
            className="group relative flex h-8 items-center rounded-md pr-0.5 text-sm text-muted transition-colors hover:bg-hover hover:text-ink pointer-coarse:h-11"
          >
            <Link
              to="/app/explorer"
              search={paramsOf(search.address)}
              className="flex min-w-0 flex-1 items-center gap-2 rounded-md pl-2.5 row-link"
            >
              <Search size={14} className="shrink-0 text-faint" aria-hidden="true" />
              <bdi className="truncate" title={search.name}>
                {search.name}
              </bdi>
            </Link>
            <span className="relative">
              <Menu
                trigger={
                  <IconButton
                    label={t("Actions for search {name}", { name: search.name })}
                    className="pointer-fine:opacity-0 pointer-fine:group-focus-within:opacity-100 pointer-fine:group-hover:opacity-100 pointer-fine:data-popup-open:opacity-100"
                  >
                    <Ellipsis size={15} />
                  </IconButton>
                }
              >
                <MenuItem icon={<PencilLine size={15} />} onSelect={() => setRenaming(search)}>
                  {t("Rename...")}
                </MenuItem>
                <MenuItem icon={<Trash2 size={15} />} isDanger onSelect={() => void remove(search)}>
                  {t("Delete")}
                </MenuItem>
              </Menu>
            </span>
          </li>
        ))}
      </ul>
      {renaming && (
        <NameDialog
          title={t("Rename search")}
          name={renaming.name}
          taken={saved.filter((other) => other !== renaming).map(({ name }) => name)}
          onClose={() => setRenaming(null)}
          onName={(name) =>
            void keep(
              saved.map((other) => (other === renaming ? { ...other, name } : other)),
              t("Search renamed to {name}", { name }),
            )
          }
        />
      )}
    </section>
  );
}

/** Keeps the search and the filters in force under a name. */
export function SaveSearchButton({ address }: { address: string }) {
  const preferences = usePreferences();
  const saved = savedIn(preferences);
  const [isNaming, setIsNaming] = useState(false);
  // Saved before it is known what is saved already, a search could not be taken back.
  if (!preferences || saved.length >= MOST || saved.some((search) => search.address === address)) return null;
  const save = (name: string) => keep([...saved, { name, address }], t("Search saved"));
  return (
    <>
      <button
        type="button"
        className={buttonClass("quiet", "h-7! px-2! pointer-coarse:h-11!")}
        onClick={() => setIsNaming(true)}
      >
        <BookmarkPlus size={15} /> {t("Save search")}
      </button>
      {isNaming && (
        <NameDialog
          title={t("Save search")}
          name={paramsOf(address)["q"] ?? paramsOf(address)["tag"] ?? ""}
          taken={saved.map(({ name }) => name)}
          onClose={() => setIsNaming(false)}
          onName={(name) => void save(name)}
        />
      )}
    </>
  );
}

type NameDialogProps = {
  title: string;
  name: string;
  /** The names of the others. */
  taken: string[];
  onClose: () => void;
  onName: (name: string) => void;
};

function NameDialog({ title, name, taken, onClose, onName }: NameDialogProps) {
  const [fault, setFault] = useState("");
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = String(new FormData(event.currentTarget).get("name")).trim();
    if (!given) return;
    if (taken.includes(given)) return setFault(t("You already have a saved search with this name."));
    onClose();
    onName(given);
  };
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form onSubmit={handleSubmit}>
        <Field
          label={t("Name")}
          name="name"
          defaultValue={name.slice(0, 100)}
          maxLength={100}
          required
          autoFocus
          autoComplete="off"
          onFocus={(event) => event.currentTarget.select()}
        />
        {fault && (
          <p role="alert" className="mt-2 text-sm text-danger">
            {fault}
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button type="submit" look="primary">
            {t("Save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
