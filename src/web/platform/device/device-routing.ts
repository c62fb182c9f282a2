/** Below it a viewport is mobile-sized. */
export const MOBILE_BREAKPOINT = 768;

export type Device = {
  isMobile: boolean;
  hasMobileViewport: boolean;
  /** The person asked for the desktop site on this device. */
  prefersDesktop: boolean;
};

type Browser = {
  userAgent: string;
  platform?: string;
  maxTouchPoints?: number;
  userAgentData?: { mobile: boolean } | undefined;
};

/** By what the browser says it runs on. An iPad calls itself a Mac, and is the only one with a touch screen. */
export function isMobileDevice({ userAgent, platform, maxTouchPoints = 0, userAgentData }: Browser): boolean {
  if (userAgentData?.mobile) return true;
  if (/Android|iPhone|iPad|iPod|Mobile/.test(userAgent)) return true;
  return platform === "MacIntel" && maxTouchPoints > 1;
}

/** Public, auth and setup pages are the same everywhere. */
const SAME_EVERYWHERE = /^\/(?:$|(?:public|auth|setup)(?:\/|$))/;

const inMobile = (path: string) => /^\/mobile(?:\/|$)/.test(path);

function mobileTwin(path: string): string {
  const rest = /^\/(?:app|mobile)\/(.+)$/.exec(path)?.[1];
  return `/mobile/${rest ?? "dashboard"}`;
}

function desktopTwin(path: string): string {
  const rest = /^\/mobile\/(.+)$/.exec(path)?.[1];
  return `/app/${rest ?? "dashboard"}`;
}

/** Where a device belongs that asks for an address; the address itself when it may stay. Doing it twice changes nothing. */
export function placeOf(path: string, { isMobile, hasMobileViewport, prefersDesktop }: Device): string {
  if (SAME_EVERYWHERE.test(path)) return path;
  if (isMobile && prefersDesktop) return inMobile(path) ? desktopTwin(path) : path;
  if (isMobile && hasMobileViewport) return mobileTwin(path);
  if (!isMobile && !hasMobileViewport && inMobile(path)) return desktopTwin(path);
  return path === "/mobile" || path === "/mobile/" ? "/mobile/dashboard" : path;
}

/** Where a link leads that says /app: to its twin, for as long as one is in the mobile app. */
export function linkPlace(path: string, from: string, device: Device): string {
  const place = placeOf(path, device);
  return inMobile(placeOf(from, device)) && /^\/app(?:\/|$)/.test(place) ? mobileTwin(place) : place;
}
