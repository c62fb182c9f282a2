import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../../ui/button.tsx";
import { useFloatingWindows } from "./floating-store.ts";
import "./floating.css";
import { t } from "../../lib/messages/t.ts";

type OutsideFrameProps = { title: string; status: ReactNode; onOpen: () => void; children: ReactNode };

/** A note in a window of the system, which has a bar and a cross of its own. */
export function OutsideFrame({ title, status, onOpen, children }: OutsideFrameProps) {
  const open = () => {
    onOpen();
    useFloatingWindows.getState().outside?.window.close();
  };
  return (
    <main className="floating-note flex h-screen flex-col bg-bg text-ink">
      <header className="flex h-10 shrink-0 items-center gap-2 border-b border-line bg-panel px-3">
        <h1 className="min-w-0 flex-1 truncate text-sm font-medium">{title}</h1>
        {status}
        <IconButton label={t("Open in Editor")} title={t("Open in Editor")} onClick={open}>
          <ExternalLink size={15} />
        </IconButton>
      </header>
      <div className="relative min-h-0 flex-1 scroll-pt-20 scroll-pb-4 overflow-y-auto">{children}</div>
    </main>
  );
}
