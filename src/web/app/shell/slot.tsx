import { useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { usePageNote } from "../../kernel/workspace/page-note.ts";
import {
  closePanel,
  openPanel,
  saveSlotWidth,
  shownPanel,
  SLOT_WIDTH,
  useIsSlotBeside,
  useSlot,
  type SlotArea,
} from "../../kernel/workspace/slot.ts";
import { deferred } from "../../ui/deferred.tsx";
import { Splitter } from "../../ui/splitter.tsx";
import { t } from "../../lib/messages/t.ts";

const load = () => import("./slot-content.tsx");
const SlotContent = deferred(async () => (await load()).SlotContent);
const SlotSheet = deferred(async () => (await load()).SlotSheet);

/** The place at the right of every page: beside it where there is room, else over it. Its width is kept free before its code has come. */
export function Slot() {
  const isBeside = useIsSlotBeside();
  const slot = useSlot();
  const hasNote = usePageNote(({ page }) => page !== null);
  const shown = shownPanel(slot, hasNote, isBeside);
  const [wasShown, setWasShown] = useState(false);
  if (shown && !wasShown) setWasShown(true);
  useLeftBehind();
  useAskedByAddress();
  // Once opened, a sheet stays to close as it opened.
  if (!isBeside) return wasShown && <SlotSheet shown={shown} />;
  return shown && <Beside key={shown.area} {...shown} />;
}

/** An address that ends in #notifications opens them, once. */
function useAskedByAddress(): void {
  const { history } = useRouter();
  const isAsked = useRouterState({ select: ({ location }) => location.hash === "notifications" });
  useEffect(() => {
    if (!isAsked) return;
    const { pathname, search } = history.location;
    history.replace(pathname + search);
    openPanel("notifications", { area: "app" });
  }, [isAsked, history]);
}

/** A sheet belongs to the page it was opened over. */
function useLeftBehind(): void {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => () => useSlot.setState({ sheet: null }), [path]);
}

function Beside({ panel, area }: { panel: string; area: SlotArea }) {
  const kept = useSlot(({ widths }) => widths[area]) ?? SLOT_WIDTH.initial[area];
  const [moving, setMoving] = useState<number | null>(null);
  const width = Math.min(SLOT_WIDTH.max, Math.max(SLOT_WIDTH.min, moving ?? kept));
  const place = useRef<HTMLElement>(null);
  const leave = () => {
    const hasFocus = place.current?.contains(document.activeElement);
    const { opener } = useSlot.getState();
    closePanel();
    if (!hasFocus) return;
    if (opener?.isConnected && opener !== document.body) opener.focus();
    else usePageNote.getState().page?.editor?.view.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    leave();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape from whatever has the focus in it
    <aside
      ref={place}
      data-frame=""
      aria-label={t("Side panel")}
      onKeyDown={handleKey}
      style={{ width }}
      className="relative flex shrink-0 flex-col border-s border-line bg-bg print:hidden"
    >
      <Splitter
        label={t("Side panel width")}
        direction="horizontal"
        unit="px"
        isQuiet
        value={width}
        min={SLOT_WIDTH.min}
        max={SLOT_WIDTH.max}
        initial={SLOT_WIDTH.initial[area]}
        onMove={setMoving}
        onDone={(value) => {
          saveSlotWidth(area, value);
          setMoving(null);
        }}
        className="absolute! inset-y-0 -start-1"
      />
      <SlotContent panel={panel} onClose={leave} />
    </aside>
  );
}
