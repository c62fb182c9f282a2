import { create } from "zustand";
import { type Device, isMobileDevice, MOBILE_BREAKPOINT } from "./device-routing.ts";
import { local } from "../local.ts";

/** Says something of the screen: it stays when somebody signs out. */
const DESKTOP_SITE = "cairn-desktop-site";

const narrow = matchMedia(`(width < ${MOBILE_BREAKPOINT}px)`);

const here = (): Device => ({
  isMobile: isMobileDevice(navigator as Parameters<typeof isMobileDevice>[0]),
  hasMobileViewport: narrow.matches,
  prefersDesktop: local.get(DESKTOP_SITE) === "true",
});

/** What this browser runs on, its viewport, and which site was chosen on it. */
export const useThisDevice = create<Device>(here);

narrow.addEventListener("change", () => useThisDevice.setState({ hasMobileViewport: narrow.matches }));

/** Chosen once, for all pages of this device. */
export function chooseSite(prefersDesktop: boolean): void {
  if (prefersDesktop) local.set(DESKTOP_SITE, "true");
  else local.remove(DESKTOP_SITE);
  useThisDevice.setState({ prefersDesktop });
}
