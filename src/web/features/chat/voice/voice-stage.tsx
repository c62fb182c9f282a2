import { clsx } from "clsx";
import { Ear, Mic, MicOff, Pause, PenLine, Volume2, type LucideIcon } from "lucide-react";
import { Spinner } from "../../../ui/spinner.tsx";
import { t } from "../../../lib/messages/t.ts";
import type { VoiceState, VoiceView } from "./voice-view.ts";

type Shown = { words: string; icon: LucideIcon | null };

const STATES: Record<VoiceState, Shown> = {
  off: { words: t("Not started"), icon: Mic },
  opening: { words: t("Waiting for the microphone"), icon: null },
  listening: { words: t("Listening"), icon: Ear },
  hearing: { words: t("Hearing you"), icon: Mic },
  writing: { words: t("Writing down what you said"), icon: PenLine },
  thinking: { words: t("Thinking"), icon: null },
  speaking: { words: t("Speaking"), icon: Volume2 },
  muted: { words: t("Paused"), icon: Pause },
  deaf: { words: t("No microphone"), icon: MicOff },
};

/** By hand nothing is heard before the button is held. */
const READY: Shown = { words: t("Ready"), icon: Mic };

/** What happens now, to be seen from across a room, and what is heard and said, in words. */
export function VoiceStage({ view, isByHand }: { view: VoiceView; isByHand: boolean }) {
  const { state, level, meanwhile, saying, fault, lines } = view;
  const { words, icon: Icon } = isByHand && state === "listening" ? READY : STATES[state];
  const isAwake = state === "listening" || state === "hearing";
  const lastSaid = lines.findLast(({ who }) => who === "you")?.text;
  return (
    <div className="flex flex-col items-center gap-3 text-center" data-voice={state}>
      <div className="relative grid size-28 place-items-center sm:size-36" aria-hidden="true">
        <span
          className={clsx(
            "absolute inset-3 rounded-full transition-transform duration-100 motion-reduce:transform-none! motion-reduce:transition-none",
            state === "deaf" ? "bg-danger-soft" : "bg-accent-soft",
          )}
          style={{ transform: `scale(${isAwake ? 1 + 0.3 * level : 1})` }}
        />
        <span className={clsx("relative", state === "deaf" ? "text-danger" : "text-accent")}>
          {Icon ? <Icon size={40} /> : <Spinner size={36} />}
        </span>
      </div>
      <p role="status" className="text-xl font-semibold">
        {words}
      </p>
      {isByHand && state === "listening" && (
        <p className="text-sm text-muted">
          <span className="pointer-coarse:hidden">{t("Hold Space, or the button, while you speak.")}</span>
          <span className="pointer-fine:hidden">{t("Hold the button while you speak.")}</span>
        </p>
      )}
      <div className="flex min-h-16 w-full max-w-xl flex-col gap-1">
        {(meanwhile || lastSaid) && (
          <p dir="auto" className="line-clamp-3 text-muted" data-caption="you">
            {meanwhile || lastSaid}
          </p>
        )}
        {saying && (
          <p dir="auto" className="text-lg text-balance" data-caption="cairn">
            {saying}
          </p>
        )}
      </div>
      {fault && (
        <p role="alert" className="max-w-xl text-sm text-danger text-balance">
          {fault}
        </p>
      )}
    </div>
  );
}
