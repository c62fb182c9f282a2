import { useEffect, useRef, useState, type DragEvent } from "react";
import type { Folder } from "#contract/folders.ts";
import type { Note } from "#contract/notes.ts";
import { folderPath } from "../../kernel/folders/folder-tree.ts";
import { dragged, endDrag } from "../../lib/drag-store.ts";
import { movedWords, updateFolder } from "../../kernel/folders/folder-mutations.ts";

/** A closed folder opens under what is held over it for this long. */
const OPENS_AFTER_MS = 600;

export type DropNotes = (notes: readonly Note[], folder: Folder | null) => void;

type DropTarget = {
  /** null is the top level. */
  folder: Folder | null;
  folders: Folder[];
  onDropNotes: DropNotes | undefined;
  onHold?: () => void;
};

/** Whether a folder may be put under another: not where it is, nor into itself or what is in it. */
export function mayMove(folders: Folder[], folderId: string, parentId: string | null): boolean {
  const folder = folders.find(({ id }) => id === folderId);
  if (!folder || folder.parentId === parentId) return false;
  return !folderPath(folders, parentId).some(({ id }) => id === folderId);
}

/** A place that takes notes and folders. */
export function useDropTarget({ folder, folders, onDropNotes, onHold }: DropTarget) {
  const [isOver, setIsOver] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const folderId = folder?.id ?? null;
  const leave = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setIsOver(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const takes = () => {
    const held = dragged();
    if (!held) return null;
    if (held.kind === "folder") return mayMove(folders, held.folderId, folderId) ? held : null;
    return onDropNotes && held.notes.some((note) => note.folderId !== folderId) ? held : null;
  };
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (dragged() && onHold) timer.current ??= setTimeout(onHold, OPENS_AFTER_MS);
      if (!takes()) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "move";
      setIsOver(true);
    },
    onDragLeave: (event: DragEvent<HTMLElement>) => {
      if (!staysInside(event)) leave();
    },
    onDrop: (event: DragEvent) => {
      const dropped = takes();
      leave();
      endDrag();
      if (!dropped) return;
      event.preventDefault();
      if (dropped.kind === "notes") onDropNotes?.(dropped.notes, folder);
      else moveInto(folder, folders, dropped.folderId);
    },
  };
  return { isOver, handlers };
}

const staysInside = ({ relatedTarget, currentTarget }: DragEvent<HTMLElement>): boolean =>
  relatedTarget instanceof Node && currentTarget.contains(relatedTarget);

function moveInto(folder: Folder | null, folders: Folder[], movedId: string): void {
  const moved = folders.find(({ id }) => id === movedId);
  if (moved) void updateFolder(moved, { parentId: folder?.id ?? null }, movedWords(folder?.name ?? null));
}
