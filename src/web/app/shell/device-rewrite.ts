import type { LocationRewrite, RouterHistory } from "@tanstack/react-router";
import { linkPlace, placeOf } from "../../platform/device/device-routing.ts";
import { useThisDevice } from "../../platform/device/device-kind.ts";
import { PAGE_NAMES } from "../../site/page-names.ts";
import { SHORT_FORMS } from "./addresses.ts";

/** Addresses that lead elsewhere by themselves; where they lead is looked at then. */
const LEADING_ON = new Set([...SHORT_FORMS.map(([from]) => from), ...PAGE_NAMES.map((name) => `/${name}`)]);

const placeHere = (path: string) => (LEADING_ON.has(path) ? path : placeOf(path, useThisDevice.getState()));

/**
 * The one place where an address becomes the one of this device (docs/decisions/021): `input` before a page is looked
 * for, so that the wrong app is never drawn; `output` for links, which all say /app.
 */
export const deviceRewrite: LocationRewrite = {
  input: ({ url }) => {
    url.pathname = placeHere(url.pathname);
    return url;
  },
  output: ({ url }) => {
    if (!LEADING_ON.has(url.pathname))
      url.pathname = linkPlace(url.pathname, location.pathname, useThisDevice.getState());
    return url;
  },
};

/** Corrects the address itself: at the start, after the Back button, and when the screen is turned or the other site is chosen. */
export function followDevice(history: RouterHistory): void {
  const correct = () => {
    const { pathname, search, hash } = history.location;
    const place = placeHere(pathname);
    if (place !== pathname) history.replace(place + search + hash, history.location.state);
  };
  correct();
  useThisDevice.subscribe(correct);
  history.subscribe(correct);
}
