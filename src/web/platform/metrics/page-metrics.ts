import { onCLS, onINP, onLCP, onTTFB } from "web-vitals";
import type { LargeResource, Metric } from "#contract/performance.ts";
import { newId } from "../ids.ts";
import { useSession } from "../session.ts";
import { deviceId } from "./device-id.ts";
import { observeLatency } from "./latency.ts";
import { countErrors } from "./page-errors.ts";

const LARGE_BYTES = 100_000;
const LISTED = 50;

let isStarted = false;

/**
 * Measures this page load and sends it once the page is hidden; hidden again, the same row is brought up to date. What
 * cannot be sent then is tried at the next hiding and lost with the page: a number about speed is not worth a queue.
 *
 * Started once, for whoever is signed in then: nobody else's page load is measured on this page.
 *
 * @param route The pattern of the route that was loaded.
 */
export function startPageMetrics(route: string): void {
  const userId = signedInId();
  if (isStarted || userId === null || typeof PerformanceObserver === "undefined") return;
  isStarted = true;
  const id = newId();
  const measured: Partial<Record<Metric, number>> = {};
  const resources: LargeResource[] = [];
  observeVitals(measured);
  observe("resource", (entry) => addLarge(resources, entry));
  const late = observeLatency(observe);
  countErrors(measured, route);
  let sent = "";
  const send = () => {
    if (document.visibilityState !== "hidden" || signedInId() !== userId) return;
    const metrics = { ...navigationTimes(), ...measured, ...late() };
    const body = JSON.stringify({
      json: { id, deviceId: deviceId(), route, metrics: rounded(metrics), largeResources: resources },
      meta: [],
    });
    if (body === sent) return;
    sent = body;
    fetch("/rpc/performance/record", {
      method: "POST",
      keepalive: true,
      headers: { "content-type": "application/json", "x-cairn-build": __CAIRN_BUILD__ },
      body,
    }).catch(() => (sent = ""));
  };
  document.addEventListener("visibilitychange", send);
  performance.mark("measuring");
}

function signedInId(): string | null {
  const state = useSession.getState();
  return state.status === "signed-in" ? state.session.user.id : null;
}

function observeVitals(measured: Partial<Record<Metric, number>>): void {
  const take = (name: Metric) => (found: { value: number }) => void (measured[name] = found.value);
  const always = { reportAllChanges: true };
  measured.cls = 0;
  onLCP(take("lcp"), always);
  onINP(take("inp"), always);
  onCLS(take("cls"), always);
  onTTFB(take("ttfb"));
  // What the specification asks for and the library no longer measures.
  observe("first-input", (entry) => {
    measured.fid = (entry as PerformanceEventTiming).processingStart - entry.startTime;
  });
}

/** With what happened before the observer was there. A browser that does not know the kind measures nothing of it. */
function observe(
  type: string,
  take: (entry: PerformanceEntry) => void,
  options: { durationThreshold?: number } = {},
): void {
  try {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(take));
    observer.observe({ type, buffered: true, ...options } as PerformanceObserverInit);
  } catch {
    // Not measured here.
  }
}

function navigationTimes(): Partial<Record<Metric, number>> {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (!entry) return {};
  return {
    ...(entry.domContentLoadedEventEnd > 0 && { domLoad: entry.domContentLoadedEventEnd }),
    ...(entry.loadEventEnd > 0 && { fullLoad: entry.loadEventEnd }),
  };
}

/** By what came over the wire, or would have if the device had not kept it. */
function addLarge(resources: LargeResource[], entry: PerformanceEntry): void {
  const { name, encodedBodySize, transferSize, duration } = entry as PerformanceResourceTiming;
  const bytes = Math.max(encodedBodySize, transferSize);
  if (bytes <= LARGE_BYTES || resources.length >= LISTED) return;
  const path = new URL(name, location.href).pathname.slice(0, 200);
  resources.push({ name: path, bytes, ms: Math.round(duration) });
}

const rounded = (metrics: Partial<Record<Metric, number>>) =>
  Object.fromEntries(
    Object.entries(metrics).map(([name, value]) => [name, Math.max(0, Math.round(value * 10_000) / 10_000)]),
  );
