import { clsx } from "clsx";
import { Mic, RotateCcw, Square, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { IconButton } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { t } from "../../lib/messages/t.ts";
import { canRecord } from "./recorder.ts";
import type { DictationPhase } from "./dictation.ts";
import { useDictation } from "./use-dictation.ts";

type DictateButtonProps = { onWords: (words: string) => void };

/** Where a model writes down speech: a press begins and another ends, or it is held while one speaks. */
export function DictateButton(props: DictateButtonProps) {
  const { data } = useQuery(api.models.list.queryOptions({ input: {} }));
  return data?.tasks.speechIn && canRecord() ? <Dictate {...props} /> : null;
}

/** Held for longer, it ends when it is let go. */
const HELD_MS = 500;

const LABELS: Record<DictationPhase, string> = {
  idle: t("Dictate"),
  asking: t("Cancel"),
  recording: t("Stop and write down"),
  writing: t("Cancel"),
  failed: t("Try again"),
};

function Dictate({ onWords }: DictateButtonProps) {
  const { phase, dictation } = useDictation(onWords);
  const pressed = useRef<{ at: number; isFirst: boolean } | null>(null);
  const isRecording = phase === "recording";
  useEffect(() => {
    if (!isRecording) return;
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") dictation.cancel();
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, [isRecording, dictation]);
  const handlePointerUp = () => {
    const isHeld = pressed.current && performance.now() - pressed.current.at > HELD_MS;
    if (pressed.current?.isFirst && isHeld && isRecording) void dictation.write();
  };
  const handleClick = (isByPointer: boolean) => {
    const press = pressed.current;
    pressed.current = null;
    // What it does was done when it was pressed or let go.
    if (isByPointer && press?.isFirst) return;
    if (phase === "idle") void dictation.begin();
    else if (phase === "asking" || phase === "writing") dictation.cancel();
    else void dictation.write();
  };
  return (
    <span data-dictating={phase} className="flex items-center">
      <span role="status" className={isRecording ? "px-1 text-xs text-danger tabular-nums" : "sr-only"}>
        {isRecording && <Seconds />}
        {phase === "writing" && t("Writing down what you said...")}
      </span>
      {phase === "failed" && (
        <span
          role="alert"
          className="absolute end-0 bottom-full z-10 mb-3 flex w-72 max-w-[75vw] flex-col gap-1 rounded-md border border-line bg-raised px-3 py-2 text-sm shadow-lg"
        >
          <span className="text-danger">{dictation.fault}</span>
          <span className="text-muted">{t("What you said is kept. Try again to have it written down.")}</span>
        </span>
      )}
      {phase === "failed" && (
        <IconButton label={t("Discard the recording")} onClick={() => dictation.cancel()}>
          <X size={15} />
        </IconButton>
      )}
      <IconButton
        label={LABELS[phase]}
        className={clsx(
          "touch-none [&_svg]:pointer-events-none",
          isRecording && "animate-pulse text-danger! motion-reduce:animate-none",
        )}
        onPointerDown={({ button, pointerId, currentTarget }) => {
          if (button !== 0) return;
          pressed.current = { at: performance.now(), isFirst: phase === "idle" };
          currentTarget.setPointerCapture(pointerId);
          if (phase === "idle") void dictation.begin();
        }}
        onPointerUp={handlePointerUp}
        // A finger that rests asks for a menu.
        onContextMenu={(event) => event.preventDefault()}
        // Keys, and programs that read the screen, press without a pointer.
        onClick={({ detail }) => handleClick(detail > 0)}
      >
        <Icon phase={phase} />
      </IconButton>
    </span>
  );
}

function Icon({ phase }: { phase: DictationPhase }) {
  if (phase === "asking" || phase === "writing") return <Spinner size={15} />;
  if (phase === "recording") return <Square size={14} fill="currentColor" />;
  return phase === "failed" ? <RotateCcw size={15} /> : <Mic size={16} />;
}

function Seconds() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <span className="sr-only">{t("Recording.")}</span>
      {/* Told once, not every second. */}
      <span aria-hidden="true">{`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`}</span>
    </>
  );
}
