import { NotebookText, X } from "lucide-react";
import { IconButton } from "../../ui/button.tsx";
import { closeWindow, focusWindow, leaveWindows, useFloatingWindows } from "./floating-store.ts";
import { MINIMIZED } from "./geometry.ts";
import { t } from "../../lib/messages/t.ts";

/** The minimized windows, at the foot of the page. */
export function Dock({ titleOf }: { titleOf: (note: { title: string }) => string }) {
  const windows = useFloatingWindows((state) => state.windows);
  const minimized = windows
    .filter(({ isMinimized }) => isMinimized)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (minimized.length === 0) return null;
  return (
    <section aria-label={t("Minimized notes")} className="absolute inset-x-0 bottom-0 z-30">
      <ul className="flex max-h-[50vh] flex-wrap-reverse justify-end gap-2 overflow-y-auto p-2">
        {minimized.map(({ id, note }) => (
          <li
            key={id}
            data-docked={id}
            style={MINIMIZED}
            className="pointer-events-auto flex items-center gap-1 rounded-md border border-line-strong bg-raised ps-1 pe-2 shadow-pop"
          >
            <button
              type="button"
              aria-label={t("Restore {title}", { title: titleOf(note) })}
              className="flex h-10 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-start text-sm hover:bg-hover"
              onClick={() => focusWindow(id)}
            >
              <NotebookText size={15} className="shrink-0 text-muted" aria-hidden="true" />
              <span className="truncate">{titleOf(note)}</span>
            </button>
            <IconButton
              label={t("Close {title}", { title: titleOf(note) })}
              onClick={() => {
                closeWindow(id);
                leaveWindows();
              }}
            >
              <X size={15} />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
