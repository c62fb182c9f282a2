import { clsx } from "clsx";
import { Copy, Mic, RotateCcw, Square, X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../../ui/button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { t } from "../../lib/messages/t.ts";
import { copyText } from "../../platform/device/clipboard.ts";
import { type Dictating, useDictating } from "./dictating.ts";

const STATES: Record<Dictating["state"], string> = {
  off: "",
  opening: t("Waiting for the microphone"),
  listening: t("Dictating. Speak now."),
  hearing: t("Hearing you"),
  writing: t("Writing down what you said"),
  finishing: t("Writing the last words"),
  failed: t("The last words aren't written down yet"),
  left: t("This wasn't added to the note"),
};

const IN_MEETING = t("Writing down the meeting");
/** The microphone is off. */
const OVER: readonly Dictating["state"][] = ["finishing", "failed", "left"];

const doing = () => import("./dictate.ts");

/** That the microphone is on, what is heard, and the end of it; over every page as long as it lasts. */
export function DictationBar() {
  const { state, meanwhile, fault, isMeeting } = useDictating();
  if (state === "off") return null;
  return (
    <section
      aria-label={t("Dictation")}
      data-dictation={state}
      className={clsx(
        "fixed inset-x-0 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-40 mx-auto flex w-fit max-w-[calc(100vw-2rem)] items-center gap-3 border border-line bg-raised py-1.5 ps-4 pe-2 text-sm shadow-lg",
        fault || meanwhile ? "rounded-md" : "rounded-full",
      )}
    >
      {state === "finishing" ? (
        <Spinner size={16} />
      ) : (
        <Mic
          size={16}
          aria-hidden="true"
          className={clsx(
            "shrink-0",
            OVER.includes(state) ? "text-muted" : "text-danger",
            state === "hearing" && "animate-pulse motion-reduce:animate-none",
          )}
        />
      )}
      <span className="min-w-0">
        <span role="status">{isMeeting && state === "listening" ? IN_MEETING : STATES[state]}</span>
        {meanwhile && (
          <span
            dir="auto"
            className={clsx("block text-muted", state === "left" ? "max-h-32 overflow-y-auto" : "truncate")}
          >
            {meanwhile}
          </span>
        )}
        {fault && (
          <span role="alert" className="block text-danger">
            {fault}
          </span>
        )}
      </span>
      <Buttons />
    </section>
  );
}

function Buttons() {
  const { state, meanwhile, isKept, isMeeting } = useDictating();
  if (state === "finishing") return null;
  const discard = async () => (await doing()).discardDictated();
  const copy = () => copyText(meanwhile, t("Copied the words"));
  return (
    <span className="flex shrink-0 items-center">
      {isKept && (
        <>
          <Press label={t("Try again")} onPress={async () => (await doing()).retryDictation()}>
            <RotateCcw size={14} />
          </Press>
          <Press label={t("Discard what isn't written down")} onPress={discard}>
            <X size={15} />
          </Press>
        </>
      )}
      {state === "left" && (
        <>
          <Press label={t("Copy the words")} onPress={copy}>
            <Copy size={14} />
          </Press>
          <Press label={t("Discard the words")} onPress={discard}>
            <X size={15} />
          </Press>
        </>
      )}
      {state !== "failed" && state !== "left" && (
        <Press
          label={isMeeting ? t("End the meeting") : t("Stop dictating")}
          onPress={async () => (await doing()).stopDictation()}
        >
          <Square size={13} fill="currentColor" />
        </Press>
      )}
    </span>
  );
}

type PressProps = { label: string; onPress: () => Promise<unknown>; children: ReactNode };

function Press({ label, onPress, children }: PressProps) {
  return (
    <IconButton
      label={label}
      // The caret stays where it is.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => void onPress()}
    >
      {children}
    </IconButton>
  );
}
