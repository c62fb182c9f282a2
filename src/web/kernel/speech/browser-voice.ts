/** How long a browser may take to tell its voices. */
const VOICES_WITHIN_MS = 1_000;

/**
 * A voice that speaks on this device; others send the words to their maker, which no fence would know of.
 * @returns null where there is none
 */
export async function localVoice(language = navigator.language): Promise<SpeechSynthesisVoice | null> {
  const speech = globalThis.speechSynthesis as SpeechSynthesis | undefined;
  if (!speech) return null;
  if (speech.getVoices().length === 0)
    await new Promise((done) => {
      speech.addEventListener("voiceschanged", done, { once: true });
      setTimeout(done, VOICES_WITHIN_MS);
    });
  const voices = speech.getVoices().filter(({ localService }) => localService);
  const [spoken = ""] = language.split("-");
  return (
    voices.find((voice) => voice.default && voice.lang.startsWith(spoken)) ??
    voices.find((voice) => voice.lang.startsWith(spoken)) ??
    voices[0] ??
    null
  );
}

/** Says a text to its end. @throws when it can't; what the signal was given up with */
export function sayByBrowser(text: string, voice: SpeechSynthesisVoice, signal: AbortSignal): Promise<void> {
  return new Promise((done, refuse) => {
    const said = new SpeechSynthesisUtterance(text);
    said.voice = voice;
    said.lang = voice.lang;
    const stop = () => {
      speechSynthesis.cancel();
      refuse(signal.reason as Error);
    };
    signal.addEventListener("abort", stop, { once: true });
    said.onend = () => {
      signal.removeEventListener("abort", stop);
      done();
    };
    said.onerror = ({ error }) => {
      signal.removeEventListener("abort", stop);
      refuse(new Error(error));
    };
    speechSynthesis.speak(said);
  });
}
