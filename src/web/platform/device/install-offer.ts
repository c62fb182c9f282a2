/** Chromium's event; other browsers install by their own menus. */
type OfferEvent = Event & { prompt: () => Promise<{ outcome: "accepted" | "dismissed" }> };

/** The offer comes once, before the app's own code may be there: heard from the first script on. Small for that reason. */
export const installOffer: { event: OfferEvent | null } = { event: null };

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  installOffer.event = event as OfferEvent;
});
