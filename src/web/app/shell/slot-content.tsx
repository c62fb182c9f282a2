import { X } from "lucide-react";
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import type { Panel } from "../../kernel/panel.ts";
import { usePageNote, type PageNote } from "../../kernel/workspace/page-note.ts";
import { chooseTab, closePanel, useSlot, type SlotArea } from "../../kernel/workspace/slot.ts";
import { IconButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { TabList, tabPanel } from "../../ui/tab-list.tsx";
import { manifests } from "../manifests.ts";
import { t } from "../../lib/messages/t.ts";

const panels = manifests.flatMap(({ panels: given = [] }) => given);
const ofNotes = panels
  .filter((panel): panel is Extract<Panel, { area: "note" }> => panel.area === "note")
  .toSorted((one, other) => one.rank - other.rank);

const panelOf = (id: string): Panel => panels.find((panel) => panel.id === id) ?? ofNotes[0]!;

/** A panel beside the page: of the app under its title, of a note under the tabs of all. */
export function SlotContent({ panel: id, onClose }: { panel: string; onClose: () => void }) {
  const page = usePageNote((state) => state.page);
  const panel = panelOf(id);
  const place = useRef<HTMLDivElement>(null);
  useFocusTaken(place, id);
  const close = (
    <IconButton label={t("Close {panel}", { panel: panel.title.toLocaleLowerCase() })} onClick={onClose}>
      <X size={16} />
    </IconButton>
  );
  return (
    <div ref={place} className="flex min-h-0 flex-1 flex-col">
      {panel.area === "app" ? (
        <>
          <div className="flex h-12 shrink-0 items-center justify-between gap-2 ps-4 pe-2">
            <h2 tabIndex={-1} className="font-semibold outline-none">
              {panel.title}
            </h2>
            {close}
          </div>
          <section aria-label={panel.title} className="flex min-h-0 flex-1 flex-col">
            <panel.View />
          </section>
        </>
      ) : (
        page && <NotePanels current={panel} page={page} close={close} />
      )}
    </div>
  );
}

/** Whoever asked for it by a key or a button goes on in it, from the moment in which it is seen: else an early Escape goes past it. */
function useFocusTaken(place: React.RefObject<HTMLElement | null>, panel: string): void {
  useLayoutEffect(() => {
    if (useSlot.getState().opener && !place.current?.contains(document.activeElement))
      place.current?.querySelector<HTMLElement>("[role=tab][aria-selected=true], h2")?.focus();
  }, [place, panel]);
}

type NotePanelsProps = { current: Extract<Panel, { area: "note" }>; page: PageNote; close?: ReactNode };

function NotePanels({ current, page, close }: NotePanelsProps) {
  const panelId = useId();
  return (
    <>
      <div className="flex h-12 shrink-0 items-center justify-between gap-1 border-b border-line px-2">
        <TabList
          label={t("About this note")}
          tabs={ofNotes}
          current={current.id}
          panelId={panelId}
          isTight
          onChoose={chooseTab}
        />
        {close}
      </div>
      <div
        key={current.id}
        {...tabPanel(panelId, current.id)}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 py-3"
      >
        <current.View key={page.noteId} page={page} />
      </div>
    </>
  );
}

type Shown = { panel: string; area: SlotArea } | null;

/** The same over the page, where there is no room beside it; a phone's whole screen. */
export function SlotSheet({ shown }: { shown: Shown }) {
  // What closes is drawn until it has.
  const [last, setLast] = useState(shown);
  if (shown && shown !== last) setLast(shown);
  const page = usePageNote((state) => state.page);
  const panel = last && panelOf(last.panel);
  return (
    <Dialog title={panel?.title ?? ""} isOpen={shown !== null} onClose={closePanel} size="side">
      {panel &&
        (panel.area === "app" ? (
          <div className="-mx-3 flex min-h-0 flex-1 flex-col sm:-mx-5">
            <panel.View />
          </div>
        ) : (
          page && (
            <div className="-mx-3 flex min-h-0 flex-1 flex-col">
              <NotePanels current={panel} page={page} />
            </div>
          )
        ))}
    </Dialog>
  );
}
