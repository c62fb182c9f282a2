/** Chrome's Prompt API, as far as it is used: https://developer.chrome.com/docs/ai/prompt-api */
export type Prompt = { role: "system" | "user" | "assistant"; content: string };
export type Availability = "unavailable" | "downloadable" | "downloading" | "available";
type Monitor = EventTarget;
export type Session = {
  promptStreaming: (text: string, options: { signal: AbortSignal }) => ReadableStream<string>;
  destroy: () => void;
};
type LanguageModel = {
  availability: () => Promise<Availability>;
  create: (options: {
    initialPrompts?: Prompt[];
    signal?: AbortSignal;
    monitor?: (monitor: Monitor) => void;
  }) => Promise<Session>;
};

/** Undefined in browsers without one. */
const languageModel = (): LanguageModel | undefined =>
  (globalThis as { LanguageModel?: LanguageModel }).LanguageModel;

export async function availability(): Promise<Availability> {
  try {
    return (await languageModel()?.availability()) ?? "unavailable";
  } catch {
    return "unavailable";
  }
}

/** Begins a conversation; the browser gets its model first, where it has to. @param onProgress from 0 to 1 */
export async function createSession(
  initialPrompts: Prompt[],
  signal: AbortSignal,
  onProgress: (share: number) => void = () => {},
): Promise<Session> {
  const model = languageModel();
  if (!model) throw new DOMException("No model", "NotSupportedError");
  return model.create({
    ...(initialPrompts.length > 0 && { initialPrompts }),
    signal,
    monitor(monitor) {
      monitor.addEventListener("downloadprogress", (event) => {
        onProgress((event as ProgressEvent).loaded);
      });
    },
  });
}

/** What its errors mean to a reader. */
export function endingOf(error: unknown): "too-long" | "unavailable" | "failed" {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  if (name === "QuotaExceededError") return "too-long";
  if (["NotSupportedError", "NotAllowedError", "InvalidStateError", "NetworkError"].includes(name))
    return "unavailable";
  return "failed";
}
