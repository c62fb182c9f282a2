import { usePalette } from "./palette-store.ts";
import type { Subject } from "./subject.ts";
import { readSelection, type Selected } from "./selected-text.ts";

/** Opens the palette; with text selected in its selection mode. */
export function openPalette(subject: Subject | null, selection: Selected | null = readSelection()): void {
  const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  // At once: letters typed before the palette is drawn must not fall on the selected text.
  opener?.blur();
  usePalette.setState({
    typed: "",
    isEntered: false,
    palette: {
      mode: selection ? "selection" : "command",
      subject,
      selection,
      opener,
      restore: selection?.restore ?? null,
    },
  });
}
