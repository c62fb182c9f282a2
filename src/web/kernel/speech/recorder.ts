import { t } from "../../lib/messages/t.ts";
import { SpeechError } from "./ask-speech.ts";

/** What browsers record, the smallest first: Chromium and Firefox WebM, Safari MP4. */
const TYPES = ["audio/webm;codecs=opus", "audio/mp4", "audio/ogg;codecs=opus"];
/** Speech needs no more, and ten minutes stay small. */
const BITS_A_SECOND = 32_000;
export const MOST_SECONDS = 10 * 60;

export const canRecord = (): boolean =>
  "MediaRecorder" in globalThis && Boolean(navigator.mediaDevices?.getUserMedia);

export type Recording = {
  /** All of it. A microphone that it opened is let go. */
  end: () => Promise<Blob>;
  /** Nothing of it is kept. */
  drop: () => void;
};

/** Begins to record what the microphone hears. @throws SpeechError */
export async function record(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((error: unknown) => {
    throw microphoneFault(error);
  });
  const leave = () => stream.getTracks().forEach((track) => track.stop());
  try {
    const { end, drop } = recordStream(stream);
    return { end: () => end().finally(leave), drop: () => (drop(), leave()) };
  } catch (error) {
    leave();
    throw new SpeechError(t("This browser can't record sound. Try another one."), { cause: error });
  }
}

/** Records whatever a stream brings, in the format that this browser has. @throws what its recorder throws */
export function recordStream(stream: MediaStream): Recording {
  const type = TYPES.find((one) => MediaRecorder.isTypeSupported(one));
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: BITS_A_SECOND,
    ...(type && { mimeType: type }),
  });
  const pieces: Blob[] = [];
  recorder.ondataavailable = ({ data }) => void pieces.push(data);
  recorder.start(1_000);
  return {
    end: () =>
      new Promise((done) => {
        const finish = () => done(new Blob(pieces, { type: recorder.mimeType.split(";")[0] ?? "" }));
        // It ends by itself when the microphone is pulled out.
        if (recorder.state === "inactive") return finish();
        recorder.onstop = finish;
        recorder.stop();
      }),
    drop() {
      if (recorder.state !== "inactive") recorder.stop();
    },
  };
}

export const microphoneFault = (error: unknown): SpeechError =>
  new SpeechError(wordsOf(error), { cause: error });

function wordsOf(error: unknown): string {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError")
    return t("The browser doesn't let Cairn use the microphone. Allow it beside the address.");
  if (name === "NotFoundError") return t("There is no microphone.");
  return t("The microphone can't be used. Another program may have it.");
}
