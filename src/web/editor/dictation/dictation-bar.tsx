import { clsx } from "clsx";
import { Mic, Square } from "lucide-react";
import { IconButton } from "../../ui/button.tsx";
import { t } from "../../lib/messages/t.ts";
import { type Dictating, useDictating } from "./dictating.ts";

const STATES: Record<Dictating["state"], string> = {
  off: "",
  opening: t("Waiting for the microphone"),
  listening: t("Dictating. Speak now."),
  hearing: t("Hearing you"),
  writing: t("Writing down what you said"),
};

const IN_MEETING = t("Writing down the meeting");

/** That the microphone is on, what is heard, and the end of it; over every page as long as it lasts. */
export function DictationBar() {
  const { state, meanwhile, fault, isMeeting } = useDictating();
  if (state === "off") return null;
  const stop = async () => (await import("./dictate.ts")).stopDictation();
  return (
    <section
      aria-label={t("Dictation")}
      data-dictation={state}
      className="fixed inset-x-0 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-40 mx-auto flex w-fit max-w-[calc(100vw-2rem)] items-center gap-3 rounded-full border border-line bg-raised py-1.5 ps-4 pe-2 text-sm shadow-lg"
    >
      <Mic
        size={16}
        aria-hidden="true"
        className={clsx(
          "shrink-0 text-danger",
          state === "hearing" && "animate-pulse motion-reduce:animate-none",
        )}
      />
      <span className="min-w-0">
        <span role="status">{isMeeting && state === "listening" ? IN_MEETING : STATES[state]}</span>
        {meanwhile && (
          <span dir="auto" className="block truncate text-muted">
            {meanwhile}
          </span>
        )}
        {fault && (
          <span role="alert" className="block text-danger">
            {fault}
          </span>
        )}
      </span>
      <IconButton
        label={isMeeting ? t("End the meeting") : t("Stop dictating")}
        // The caret stays where it is.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => void stop()}
      >
        <Square size={13} fill="currentColor" />
      </IconButton>
    </section>
  );
}
