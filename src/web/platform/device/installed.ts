import { useSyncExternalStore } from "react";
import { installOffer } from "./install-offer.ts";

const STANDALONE = "(display-mode: standalone), (display-mode: window-controls-overlay)";

/** This page is the installed app, not a tab. */
export const isStandalone = (): boolean =>
  matchMedia(STANDALONE).matches || (navigator as { standalone?: boolean }).standalone === true;

export function useIsStandalone(): boolean {
  return useSyncExternalStore((listener) => {
    const query = matchMedia(STANDALONE);
    query.addEventListener("change", listener);
    return () => query.removeEventListener("change", listener);
  }, isStandalone);
}

/** iPhones and iPads install by a menu and tell no page of it; an iPad calls itself a Mac with a touch screen. */
export function installsByHand(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

addEventListener("appinstalled", () => (installOffer.event = null));

const TAKEN = "cairn-offer-taken";

/** After install-offer.ts, which listened before: by now it has taken note. */
function subscribe(listener: () => void): () => void {
  const kinds = ["beforeinstallprompt", "appinstalled", TAKEN];
  for (const kind of kinds) addEventListener(kind, listener);
  return () => {
    for (const kind of kinds) removeEventListener(kind, listener);
  };
}

/** Whether the browser offers to install now. */
export function useInstallOffer(): boolean {
  return useSyncExternalStore(subscribe, () => installOffer.event !== null);
}

/** Asks the browser to install; its own dialog decides. An offer serves once. */
export async function install(): Promise<boolean> {
  const offer = installOffer.event;
  if (!offer) return false;
  installOffer.event = null;
  dispatchEvent(new Event(TAKEN));
  const { outcome } = await offer.prompt();
  return outcome === "accepted";
}
