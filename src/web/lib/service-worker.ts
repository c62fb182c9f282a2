import { trustedUrl } from "./trusted-url.ts";

let registration: ServiceWorkerRegistration | undefined;

/** Registers /sw.js once; tells when a newer version has been fetched and waits. A first install tells nothing. */
export async function registerServiceWorker(onWaiting: () => void): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    registration = await navigator.serviceWorker.register(trustedUrl("/sw.js"), {
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
