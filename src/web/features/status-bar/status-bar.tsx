import { Pause, Play, Settings2 } from "lucide-react";
import { useState } from "react";
import { create } from "zustand";
import { t } from "../../lib/messages/t.ts";
import { IconButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Ticker } from "../../ui/data-parts/ticker.tsx";
import { useStatusChoice } from "./status-choice.ts";
import { StatusSettings } from "./status-settings.tsx";

/** As long as this page is open, whatever screen one goes to meanwhile. */
const usePaused = create<{ isPaused: boolean }>(() => ({ isPaused: false }));

/** Of the way from edge to edge, as the specification reckons it. */
const secondsOf = (speed: number): number => 33 - 3 * speed;

/** `words`: what it says where no message was written. */
export function StatusBar({ words }: { words: string }) {
  const { message, isEnabled, scrollSpeed } = useStatusChoice();
  const isPaused = usePaused((state) => state.isPaused);
  const [isOpen, setIsOpen] = useState(false);
  if (!isEnabled) return null;
  const label = isPaused ? t("Move the status bar") : t("Pause the status bar");
  return (
    <section
      aria-label={t("Status bar")}
      className="flex min-h-9 items-center gap-1 border-b border-line bg-panel px-4 text-muted sm:px-6"
    >
      <Ticker words={message.trim() || words} seconds={secondsOf(scrollSpeed)} isPaused={isPaused} />
      <IconButton
        label={label}
        title={label}
        className="motion-reduce:hidden"
        onClick={() => usePaused.setState({ isPaused: !isPaused })}
      >
        {isPaused ? <Play size={14} /> : <Pause size={14} />}
      </IconButton>
      <IconButton
        label={t("Status bar settings")}
        title={t("Status bar settings")}
        onClick={() => setIsOpen(true)}
      >
        <Settings2 size={14} />
      </IconButton>
      <Dialog title={t("Status bar")} size="narrow" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <StatusSettings />
      </Dialog>
    </section>
  );
}
