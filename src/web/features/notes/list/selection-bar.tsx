import { clsx } from "clsx";
import { Download, FolderInput, ListChecks, Star, Tags, Trash2, X } from "lucide-react";
import { useMemo, useState } from "react";
import { openDialog } from "../../../kernel/actions/dialogs.ts";
import { shortcutWords } from "../../../lib/shortcut-words.ts";
import { useBottomBar } from "../../../ui/bottom-bar.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Menu, MenuItem } from "../../../ui/overlay/menu.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { Tooltip } from "../../../ui/overlay/tooltip.tsx";
import { exportNotes } from "../exporting/export-notes.ts";
import { removeNotes, toggleFavorites } from "../many-notes.ts";
import { clearSelection, type LoadAll, selectAll, selectedNotes, useSelection } from "./note-selection.ts";
import { t } from "../../../lib/messages/t.ts";
import { plural } from "../../../lib/messages/plural.ts";

const iconClass = "pointer-coarse:size-11";

/** What can be done with the selected notes; floats over the end of their list. */
export function SelectionBar({ onLoadAll }: { onLoadAll?: LoadAll | undefined }) {
  const state = useSelection();
  const notes = useMemo(() => selectedNotes(state), [state]);
  const isWhole = notes.length === state.listed.length;
  const [isBusy, setIsBusy] = useState(false);
  useBottomBar();
  const first = notes[0];
  if (!first) return null;
  const areFavorites = notes.every((note) => note.isFavorite);
  const favoriteWords = areFavorites ? t("Remove from Favorites") : t("Add to Favorites");
  const handleAll = async () => {
    setIsBusy(true);
    await selectAll(onLoadAll);
    setIsBusy(false);
  };
  return (
    <div className="@container pointer-events-none absolute inset-x-0 bottom-3 z-20 flex justify-center px-2">
      <div
        role="toolbar"
        aria-label={t("Selected notes")}
        className="pointer-events-auto flex max-w-full flex-wrap items-center justify-center gap-1 rounded-md border border-line-strong bg-raised px-2 py-1 shadow-pop"
      >
        <span
          role="status"
          className="px-1.5 text-sm whitespace-nowrap tabular-nums @max-md:-order-3 @max-md:flex-1"
        >
          {plural(notes.length, { other: "{count} selected" }, { count: notes.length.toLocaleString() })}
        </span>
        {(!isWhole || onLoadAll) && (
          <Tooltip words={t("Select all")} keys={shortcutWords("Mod+A")} side="top">
            <IconButton
              label={t("Select all")}
              className={iconClass}
              aria-busy={isBusy || undefined}
              onClick={() => !isBusy && void handleAll()}
            >
              {isBusy ? <Spinner size={14} /> : <ListChecks size={16} />}
            </IconButton>
          </Tooltip>
        )}
        <Tooltip words={t("Move To...")} side="top">
          <IconButton
            label={t("Move To...")}
            className={iconClass}
            onClick={() => openDialog({ kind: "move-note", note: first })}
          >
            <FolderInput size={16} />
          </IconButton>
        </Tooltip>
        <Tooltip words={t("Tags...")} side="top">
          <IconButton
            label={t("Tags...")}
            className={iconClass}
            onClick={() => openDialog({ kind: "tag-notes", notes })}
          >
            <Tags size={16} />
          </IconButton>
        </Tooltip>
        <Tooltip words={favoriteWords} side="top">
          <IconButton label={favoriteWords} className={iconClass} onClick={() => void toggleFavorites(notes)}>
            <Star size={16} className={areFavorites ? "fill-accent text-accent" : ""} />
          </IconButton>
        </Tooltip>
        <Menu
          trigger={
            <IconButton label={t("Export")} className={iconClass}>
              <Download size={16} />
            </IconButton>
          }
        >
          <MenuItem onSelect={() => void exportNotes(notes, "markdown")}>{t("Markdown")}</MenuItem>
          <MenuItem onSelect={() => void exportNotes(notes, "html")}>{t("Web page (HTML)")}</MenuItem>
          <MenuItem onSelect={() => void exportNotes(notes, "docx")}>{t("Word (DOCX)")}</MenuItem>
          <MenuItem onSelect={() => openDialog({ kind: "print-notes", notes })}>
            {t("Print or PDF...")}
          </MenuItem>
          <MenuItem onSelect={() => void exportNotes(notes, "json")}>{t("JSON")}</MenuItem>
        </Menu>
        <Tooltip words={t("Delete")} side="top">
          <IconButton label={t("Delete")} className={iconClass} onClick={() => void removeNotes(notes)}>
            <Trash2 size={16} />
          </IconButton>
        </Tooltip>
        {/* Where it is narrow, what is selected and the way out of it stand in a line of their own. */}
        <span
          className="mx-0.5 h-5 w-px bg-line @max-md:mx-0 @max-md:-order-1 @max-md:h-px @max-md:w-full"
          aria-hidden="true"
        />
        <Tooltip words={t("Clear selection")} keys="Esc" side="top">
          <IconButton
            label={t("Clear selection")}
            className={clsx(iconClass, "@max-md:-order-2")}
            onClick={clearSelection}
          >
            <X size={16} />
          </IconButton>
        </Tooltip>
      </div>
    </div>
  );
}
