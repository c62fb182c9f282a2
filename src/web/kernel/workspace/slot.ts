import { useEffect, useState } from "react";
import { create } from "zustand";
import { local } from "../../platform/local.ts";
import { t } from "../../lib/messages/t.ts";
import { usePageNote } from "./page-note.ts";
import { resized } from "./resized.ts";

/** A matter of this device's screen. */
const KEY = "cairn-slot";
/** Page and panel stand side by side from this width of the window on. */
const BESIDE = "(min-width: 64rem)";

/** What a panel is about: the note of the page, or the whole app. */
export type SlotArea = "note" | "app";

/** Pixels. */
export const SLOT_WIDTH = { min: 320, max: 400, initial: { note: 320, app: 360 } } as const;

type Kept = {
  /** The panel beside notes; null while there is none. Kept on this device. */
  note: string | null;
  /** The one that was there last. */
  last: string;
  widths: Partial<Record<SlotArea, number>>;
};
type Slot = Kept & {
  /** A panel of the whole app, over that of the note. */
  app: string | null;
  /** Over the page, where there is no room beside it; never kept, and closed by going elsewhere. */
  sheet: { panel: string; area: SlotArea } | null;
  /** Who gets the focus when the panel closes; null when the panel did not take it. */
  opener: HTMLElement | null;
};

function kept(): Kept {
  try {
    return { note: null, last: "info", widths: {}, ...(JSON.parse(local.get(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return { note: null, last: "info", widths: {} };
  }
}

/** The one place at the right where a panel stands: of the open note, or of the whole app. */
export const useSlot = create<Slot>(() => ({ ...kept(), app: null, sheet: null, opener: null }));

function keep(change: Partial<Kept>): void {
  useSlot.setState(change);
  const { note, last, widths } = useSlot.getState();
  local.set(KEY, JSON.stringify({ note, last, widths }));
}

export function saveSlotWidth(area: SlotArea, width: number): void {
  const keepWidth = (size: number) => keep({ widths: { ...useSlot.getState().widths, [area]: size } });
  const before = useSlot.getState().widths[area] ?? SLOT_WIDTH.initial[area];
  keepWidth(width);
  resized(`slot.${area}`, t("Changed the side panel's width"), before, width, keepWidth);
}

/** Whether a panel stands beside the page here instead of over it. */
export const isSlotBeside = (): boolean =>
  matchMedia(BESIDE).matches && document.documentElement.dataset["site"] !== "mobile";

export function useIsSlotBeside(): boolean {
  const [isBeside, setIsBeside] = useState(isSlotBeside);
  useEffect(() => {
    const media = matchMedia(BESIDE);
    const handleChange = () => setIsBeside(isSlotBeside());
    handleChange();
    media.addEventListener("change", handleChange);
    return () => media.removeEventListener("change", handleChange);
  }, []);
  return isBeside;
}

/** What is to be seen now. */
export function shownPanel({ note, app, sheet }: Slot, hasNote: boolean, isBeside: boolean): Slot["sheet"] {
  if (!isBeside) return sheet?.area === "note" && !hasNote ? null : sheet;
  if (app) return { panel: app, area: "app" };
  return note && hasNote ? { panel: note, area: "note" } : null;
}

const shownNow = () => shownPanel(useSlot.getState(), usePageNote.getState().page !== null, isSlotBeside());

export const isPanelOpen = (panel: string): boolean => shownNow()?.panel === panel;

type Opening = {
  area?: SlotArea;
  /** For whoever asked by a key or a button: the keyboard is in the panel, and Escape leads back. */
  takesFocus?: boolean;
};

export function openPanel(panel: string, { area = "note", takesFocus = false }: Opening = {}): void {
  const active = document.activeElement;
  useSlot.setState({ opener: takesFocus && active instanceof HTMLElement ? active : null });
  if (area === "note") chooseTab(panel);
  else if (isSlotBeside()) useSlot.setState({ app: panel });
  else useSlot.setState({ sheet: { panel, area } });
}

/** Another panel of the note in the place of the one that is open. */
export function chooseTab(panel: string): void {
  const isBeside = isSlotBeside();
  useSlot.setState(isBeside ? { app: null } : { sheet: { panel, area: "note" } });
  keep({ last: panel, ...(isBeside && { note: panel }) });
}

/** Closes what is to be seen; what lay under it is there again. */
export function closePanel(): void {
  const shown = shownNow();
  useSlot.setState({ opener: null });
  if (!isSlotBeside()) useSlot.setState({ sheet: null });
  else if (shown?.area === "app") useSlot.setState({ app: null });
  else keep({ note: null });
}

export const togglePanel = (panel: string, opening?: Opening): void =>
  isPanelOpen(panel) ? closePanel() : openPanel(panel, opening);

export const toggleNotifications = (): void =>
  togglePanel("notifications", { area: "app", takesFocus: true });

/** The one key of the slot: the panel that was there last, without a note the notifications. */
export function toggleSlot(): void {
  if (shownNow()) closePanel();
  else if (usePageNote.getState().page) openPanel(useSlot.getState().last, { takesFocus: true });
  else toggleNotifications();
}
