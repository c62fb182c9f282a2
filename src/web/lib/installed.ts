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

/** Whether the browser offers to install now. */
export function useInstallOffer(): boolean {
  return useSyncExternalStore(installOffer.subscribe, () => installOffer.get() !== null);
}

/** Asks the browser to install; its own dialog decides. An offer serves once. */
export async function install(): Promise<boolean> {
  const offer = installOffer.get();
  if (!offer) return false;
  installOffer.clear();
  const { outcome } = await offer.prompt();
  return outcome === "accepted";
}
