/** Chromium's event; other browsers install by their own menus. */
type OfferEvent = Event & { prompt: () => Promise<{ outcome: "accepted" | "dismissed" }> };

/** The offer comes once, before the app's own code may be there: heard from the first script on. Small for that reason. */
export const installOffer: { event: OfferEvent | null } = { event: null };

const hear = (event: Event) => {
  event.preventDefault();
  installOffer.event = event.type === "appinstalled" ? null : (event as OfferEvent);
};
addEventListener("beforeinstallprompt", hear);
addEventListener("appinstalled", hear);
