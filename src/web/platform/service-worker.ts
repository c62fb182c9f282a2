import { trustedUrl } from "./trusted-url.ts";

const SCRIPT = "/sw.js";
let registration: ServiceWorkerRegistration | undefined;

/** The specification's pause between taking other workers away and registering ours. */
const REGISTER_AFTER = 100;

/** What another program once left on this address would answer in our place; ours stays, with all that depends on it. */
async function removeOthers(): Promise<void> {
  const all = await navigator.serviceWorker.getRegistrations();
  const others = all.filter(({ active, waiting, installing }) => {
    const script = (active ?? waiting ?? installing)?.scriptURL;
    return script !== undefined && new URL(script).pathname !== SCRIPT;
  });
  await Promise.all(others.map((other) => other.unregister()));
}

/** Registers /sw.js once; tells when a newer version has been fetched and waits. A first install tells nothing. */
export async function registerServiceWorker(onWaiting: () => void): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await removeOthers();
    await new Promise((resolve) => setTimeout(resolve, REGISTER_AFTER));
    registration = await navigator.serviceWorker.register(trustedUrl(SCRIPT), {
      scope: "/",
      updateViaCache: "none",
    });
  } catch (error) {
    // oxlint-disable-next-line no-console -- nothing on the page depends on it, but an operator will look here
    console.warn(
      "The service worker could not be registered; Cairn will not open without the server.",
      error,
    );
    return;
  }
  const watch = (worker: ServiceWorker | null) =>
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && navigator.serviceWorker.controller) onWaiting();
    });
  if (registration.waiting && navigator.serviceWorker.controller) onWaiting();
  watch(registration.installing);
  registration.addEventListener("updatefound", () => watch(registration?.installing ?? null));
  setInterval(() => void registration?.update().catch(() => undefined), 60 * 60_000);
}

/**
 * Lets the waiting version take over and reloads when it has. False when none waits and none could be fetched:
 * the caller reloads by itself.
 */
export async function activateWaiting(): Promise<boolean> {
  if (!registration) return false;
  if (!registration.waiting) await fetchNewest(registration);
  const { waiting } = registration;
  if (!waiting) return false;
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting.postMessage("skip-waiting");
  // A worker that never answers must not leave the button dead.
  setTimeout(() => location.reload(), 5000);
  return true;
}

async function fetchNewest(current: ServiceWorkerRegistration): Promise<void> {
  await current.update().catch(() => undefined);
  const { installing } = current;
  if (!installing) return;
  await new Promise<void>((resolve) => {
    installing.addEventListener("statechange", () => resolve(), { once: true });
    setTimeout(resolve, 10_000);
  });
}
