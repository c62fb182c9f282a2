import { clsx } from "clsx";
import { Coffee, Pause, Play, Square, Timer } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useActionContext } from "../../../kernel/actions/here.ts";
import { useMobileFrame } from "../../../kernel/workspace/mobile-frame.ts";
import { t } from "../../../lib/messages/t.ts";
import { IconButton } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { clockWords, type Focus, type Phase, phaseOf, shownMs } from "./focus.ts";
import { followFocus, stopFocus, toggleFocus, useFocus } from "./focus-store.ts";

const SECOND = 1000;

/** The running timer, wherever one goes. */
export function FocusPill() {
  useEffect(followFocus, []);
  const focus = useFocus((state) => state.focus);
  const isWriting = useMobileFrame(({ isKeyboardOpen, isWriting: is }) => isKeyboardOpen || is);
  return focus && !isWriting && <Pill focus={focus} />;
}

const WORDS: Record<Phase, string> = {
  running: t("Timer running"),
  paused: t("Timer paused"),
  break: t("Break"),
  rested: t("Break is over"),
};

function Pill({ focus }: { focus: Focus }) {
  const [now, setNow] = useState(Date.now);
  const go = useActionContext((state) => state.go);
  useEffect(() => {
    // Messages stand above it, and it above the bar of a selection (styles.css).
    document.documentElement.toggleAttribute("data-pill", true);
    return () => void document.documentElement.toggleAttribute("data-pill", false);
  }, []);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, []);
  // It was paused or resumed within this second.
  const at = Math.max(now, focus.since ?? 0);
  const phase = phaseOf(focus, at);
  useTold(phase);
  const isRunning = phase === "running";
  const Icon = phase === "break" ? Coffee : Timer;
  return (
    <section
      aria-label={t("Focus timer")}
      className="pill fixed right-3 bottom-3 z-30 flex max-w-[min(22rem,calc(100vw-1.5rem))] items-center gap-0.5 rounded-md border border-line-strong bg-raised ps-2.5 pe-1 text-sm shadow-pop [.mobile-frame_&]:bottom-[calc(4.5rem+env(safe-area-inset-bottom))]"
    >
      <Icon
        size={15}
        aria-hidden="true"
        className={clsx("shrink-0", isRunning ? "text-accent" : "text-faint")}
      />
      <span role="timer" aria-label={WORDS[phase]} title={WORDS[phase]} className="ps-1.5 tabular-nums">
        {clockWords(shownMs(focus, at))}
      </span>
      <button
        type="button"
        dir="auto"
        onClick={() => go(`/app/tasks?task=${focus.taskId}`)}
        className="min-h-8 min-w-0 flex-1 truncate px-2 text-start text-muted hover:text-ink hover:underline pointer-coarse:min-h-11"
      >
        {focus.title}
      </button>
      <IconButton
        label={isRunning ? t("Pause timer") : phase === "paused" ? t("Resume timer") : t("Start next round")}
        className="pointer-coarse:size-11"
        onClick={() => void toggleFocus()}
      >
        {isRunning ? <Pause size={15} /> : <Play size={15} />}
      </IconButton>
      <IconButton label={t("Stop timer")} className="pointer-coarse:size-11" onClick={() => void stopFocus()}>
        <Square size={14} />
      </IconButton>
    </section>
  );
}

/** Says that a round or a break has ended, when it ends. */
function useTold(phase: Phase): void {
  const last = useRef(phase);
  useEffect(() => {
    const before = last.current;
    last.current = phase;
    if (before === "running" && phase === "break")
      toast.info(t("25 minutes of focus done. Take a break of five."), { duration: 10_000 });
    if (before === "break" && phase === "rested")
      toast.info(t("The break is over. Start the next round when you are ready."), { duration: 10_000 });
  }, [phase]);
}
