import type { Page } from "@playwright/test";

export type StandIn = {
  availability?: "unavailable" | "downloadable" | "available";
  /** What it says, piece by piece. */
  pieces?: string[];
  pauseMs?: number;
  /** The name of the error that it ends with. */
  fails?: string;
  /** The name of the error of making a session. */
  refuses?: string;
};

/**
 * Puts a scripted model into the page, with the interface of Chrome's Prompt API: availability, create with its download, streaming, its
 * errors. What it was told stands in `told`.
 */
export const withPageModel = (page: Page, given: StandIn) =>
  page.addInitScript((standIn: StandIn) => {
    const { pieces = ["Hello."], pauseMs = 20, fails, refuses } = standIn;
    let availability: string = standIn.availability ?? "available";
    const told: unknown[] = [];
    const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
    type Options = {
      initialPrompts?: unknown[];
      signal?: AbortSignal;
      monitor?: (monitor: EventTarget) => void;
    };
    const LanguageModel = {
      availability: async () => availability,
      async create({ initialPrompts = [], signal, monitor }: Options) {
        signal?.throwIfAborted();
        if (refuses) throw new DOMException("refused", refuses);
        if (availability === "downloadable") {
          const target = new EventTarget();
          monitor?.(target);
          for (const loaded of [0, 0.4, 1]) {
            target.dispatchEvent(Object.assign(new Event("downloadprogress"), { loaded }));
            await pause(loaded === 0.4 ? 2_000 : 100);
          }
          availability = "available";
        }
        return {
          destroy() {},
          promptStreaming(text: string, options: { signal: AbortSignal }) {
            told.push([...initialPrompts, { role: "user", content: text }]);
            return new ReadableStream<string>({
              async start(controller) {
                for (const piece of pieces) {
                  if (options.signal.aborted) return controller.error(options.signal.reason);
                  controller.enqueue(piece);
                  await pause(pauseMs);
                }
                if (fails) controller.error(new DOMException("failed", fails));
                else controller.close();
              },
            });
          },
        };
      },
    };
    Object.assign(globalThis, { LanguageModel, told });
  }, given);

export const toldTo = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify((globalThis as unknown as { told: unknown[] }).told));
