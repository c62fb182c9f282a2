import { useEffect, useState } from "react";
import { titleOf } from "../features/notes/note-title.ts";
import type { ActionContext } from "../lib/actions/action.ts";
import { ActionItems } from "../lib/actions/action-items.tsx";
import { contextHere } from "../lib/actions/here.ts";
import { MenuAt } from "../ui/menu-at.tsx";
import { meantBy } from "./meant-by.ts";

type Opened = { id: number; place: DOMRect; opener: HTMLElement | null; context: ActionContext };

/**
 * The menu of a note's or folder's row, by right click, long press or the menu key. With Alt the browser's own comes,
 * which knows more about links.
 */
export function ContextMenu() {
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    const handleMenu = (event: MouseEvent) => {
      if (event.defaultPrevented || event.altKey || !(event.target instanceof Element)) return;
      const row = event.target.closest<HTMLElement>("[data-note-id], [data-folder-id]");
      const meant = meantBy(row);
      if (!row || (!meant.note && !meant.folder)) return;
      event.preventDefault();
      // By the menu key there is no pointer: the menu stands under what has the focus.
      const isByKey = event.button !== 2 && event.clientX + event.clientY === 0;
      const place = isByKey
        ? event.target.getBoundingClientRect()
        : new DOMRect(event.clientX, event.clientY, 0, 0);
      const opener = row.querySelector<HTMLElement>("a");
      setOpened({ id: event.timeStamp, place, opener, context: contextHere("menu", meant) });
    };
    document.addEventListener("contextmenu", handleMenu);
    return () => document.removeEventListener("contextmenu", handleMenu);
  }, []);
  if (!opened) return null;
  const { id, place, opener, context } = opened;
  const name = context.note ? titleOf(context.note) : (context.folder?.name ?? "");
  return (
    <MenuAt
      key={id}
      place={place}
      opener={opener}
      label={`Actions for ${name}`}
      onClose={() => setOpened(null)}
    >
      <ActionItems group={context.note ? "Note" : "Folder"} context={context} />
    </MenuAt>
  );
}
