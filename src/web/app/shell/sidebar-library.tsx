import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useRouterState } from "@tanstack/react-router";
import { clsx } from "clsx";
import { ChevronRight, Star } from "lucide-react";
import { FolderPanel } from "../../features/folders/folder-panel.tsx";
import { PlaceList } from "../../features/frame/sidebar-places.tsx";
import { arrange } from "../../features/frame/places.ts";
import { moveNotes } from "../../features/notes/many-notes.ts";
import { noteListOptions } from "../../features/notes/list/note-list-options.ts";
import { RecentNotes } from "../../features/notes/recent-notes.tsx";
import { SavedSearches } from "../../features/notes/search/saved-searches.tsx";
import { useRecent } from "../../features/palette/recent.ts";
import { TagPanel } from "../../features/tags/tag-panel.tsx";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { tagsInAddress, tagsOfAddress } from "../../kernel/tags/tag-address.ts";
import { updatePreferences, usePreferences } from "../../kernel/workspace/frame.ts";
import { openToday } from "../notes/open-today.ts";
import { t } from "../../lib/messages/t.ts";

/** More of them are one press away, on their own page. */
const FAVORITES_SHOWN = 8;

/** What a person has, beside every screen: the note of the day, favorites, folders, files, what is shared, the trash. */
export function SidebarLibrary({ isIcons }: { isIcons: boolean }) {
  const choices = usePreferences()?.settings.sidebar;
  const { library } = arrange(choices);
  if (isIcons) return <PlaceList title={t("Library")} places={library} isIcons onToday={() => openToday()} />;
  const isFolded = choices?.isLibraryFolded ?? false;
  const isAbove = (id: string) => id === "today" || id === "tasks" || id === "favorites";
  const toggle = () =>
    void updatePreferences({ settings: { sidebar: { ...choices, isLibraryFolded: !isFolded } } });
  return (
    <section aria-labelledby="library-heading">
      <h2 id="library-heading">
        <button
          type="button"
          aria-expanded={!isFolded}
          onClick={toggle}
          className="tap flex h-7 w-full items-center gap-1 rounded-md px-2.5 text-xs font-medium text-faint hover:bg-hover hover:text-ink pointer-coarse:h-11"
        >
          {t("Library")}
          <ChevronRight
            size={13}
            className={clsx("transition-transform", !isFolded && "rotate-90")}
            aria-hidden="true"
          />
        </button>
      </h2>
      {!isFolded && (
        <div className="flex flex-col gap-0.5">
          <PlaceList
            title={t("Library")}
            places={library.filter(({ id }) => isAbove(id))}
            isIcons={false}
            onToday={() => openToday()}
          />
          {library.some(({ id }) => id === "favorites") && <Favorites />}
          <Folders />
          <PlaceList
            title={t("More of the library")}
            places={library.filter(({ id }) => !isAbove(id))}
            isIcons={false}
            onToday={() => openToday()}
          />
        </div>
      )}
    </section>
  );
}

/** The starred notes, one step in from their place. */
function Favorites() {
  const { data } = useInfiniteQuery(noteListOptions({ isFavorite: true, trashed: false }));
  const { noteId } = useParams({ strict: false });
  const notes = data?.pages[0]?.notes.slice(0, FAVORITES_SHOWN) ?? [];
  if (notes.length === 0) return null;
  return (
    <ul aria-label={t("Favorite notes")}>
      {notes.map((note) => (
        <li key={note.id} data-note-id={note.id}>
          <Link
            to="/app/editor/{-$noteId}"
            params={{ noteId: note.id }}
            aria-current={note.id === noteId ? "page" : undefined}
            className="tap flex h-8 items-center gap-2 rounded-md ps-6 pe-2.5 text-sm text-muted transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-pressed aria-[current=page]:text-ink pointer-coarse:h-11"
          >
            <Star size={13} className="shrink-0 text-faint" aria-hidden="true" />
            <bdi className="truncate">{titleOf(note)}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Folders() {
  const { folderId } = useParams({ strict: false });
  return (
    <FolderPanel
      currentId={folderId ?? null}
      onDropNotes={(notes, into) => void moveNotes(notes, into?.id ?? null, into?.name ?? "")}
    />
  );
}

const useOpenedNotes = () => useRecent().filter(({ kind }) => kind === "note");

/** The tags an address filters by, and what a press on another does. */
export function useChosenTags(): { tags: string[]; toggle: (tag: string) => void } {
  const navigate = useNavigate();
  const { isList, search } = useRouterState({
    select: ({ location: { pathname, search: given } }) => ({
      isList: /^\/(app\/(explorer|folders)|mobile\/(notes|folders))/.test(pathname),
      search: given as { tag?: string; view?: string },
    }),
    structuralSharing: true,
  });
  const tags = isList ? tagsOfAddress(search.tag) : [];
  const toggle = (tag: string) => {
    const next = tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag];
    const chosen = { tag: tagsInAddress(next) || undefined };
    // A search and the trash are not filtered by tags.
    if (!isList) void navigate({ to: "/app/explorer", search: chosen as never });
    else
      void navigate({
        to: ".",
        search: {
          ...search,
          ...chosen,
          q: undefined,
          ...(search.view === "trash" && { view: undefined }),
        } as never,
      });
  };
  return { tags, toggle };
}

/** Ways to find notes again: searches under a name, what was open lately, tags. */
export function SidebarFinds() {
  const { tags, toggle } = useChosenTags();
  const opened = useOpenedNotes();
  return (
    <div className="flex flex-col gap-3">
      <SavedSearches />
      <RecentNotes opened={opened} />
      <TagPanel chosen={tags} onToggle={toggle} />
    </div>
  );
}
