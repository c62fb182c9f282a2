/** Chromium's event; other browsers install by their own menus. */
type OfferEvent = Event & { prompt: () => Promise<{ outcome: "accepted" | "dismissed" }> };

let offer: OfferEvent | null = null;
const listeners = new Set<() => void>();

function set(next: OfferEvent | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

/** The offer comes once, before the app's own code may be there: heard from the first script on. */
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  set(event as OfferEvent);
});
addEventListener("appinstalled", () => set(null));

export const installOffer = {
  get: () => offer,
  clear: () => set(null),
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
