import type { Metric } from "#contract/performance.ts";

/** Of a page load: what fails in a loop is told once or twice. */
const MOST_REPORTS = 5;
const OWN_FRAME = /\/assets\/[\w-]+(?:\.[\w-]+)*\.js:\d{1,7}:\d{1,7}/;
/** The page goes on as if nothing had been. */
const HARMLESS = /^ResizeObserver loop/;

/** Counts what nothing caught, and tells the server its class and where in our code it was: never its message. */
export function countErrors(measured: Partial<Record<Metric, number>>, route: string): void {
  const told = new Set<string>();
  measured.errors = 0;
  const take = (error: unknown) => {
    measured.errors = (measured.errors ?? 0) + 1;
    const name = error instanceof Error || error instanceof DOMException ? error.name : "NotAnError";
    const report = JSON.stringify({
      json: { name: name.slice(0, 100), route, frame: frameOf(error) },
      meta: [],
    });
    if (told.has(report) || told.size >= MOST_REPORTS) return;
    told.add(report);
    void fetch("/rpc/apm/reportError", {
      method: "POST",
      keepalive: true,
      headers: { "content-type": "application/json", "x-cairn-build": __CAIRN_BUILD__ },
      body: report,
    }).catch(() => undefined);
  };
  addEventListener("error", ({ error, message }) => {
    if (!HARMLESS.test(message)) take(error);
  });
  addEventListener("unhandledrejection", ({ reason }) => take(reason));
}

/** The message stands at the head of the stack in some browsers, and may look like anything. */
function frameOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const { stack = "", message } = error;
  return OWN_FRAME.exec(message ? stack.replaceAll(message, "") : stack)?.[0] ?? "";
}
