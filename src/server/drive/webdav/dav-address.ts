import { cleanName } from "../google/drive-files.ts";

/** Beyond it no server reads an address. */
const ADDRESS_MAX = 8_000;

/**
 * The address of a file or folder in the one form that Cairn keeps, however its server writes it: percent-encoded otherwise, or not at all.
 * @param from What it counts from, where it is no whole address
 * @returns null for one that isn't at the same origin and below `base`, or that could mean another name
 */
export function addressIn(base: string, written: string, from: string = base): string | null {
  const [url, root] = [canonical(written, from), canonical(base)];
  if (!url || !root || url.origin !== root.origin) return null;
  return url.pathname.startsWith(root.pathname) && url.href.length <= ADDRESS_MAX ? url.href : null;
}

function canonical(written: string, from?: string): URL | null {
  const url = URL.parse(written, from);
  // A slash that is part of a name, and what follows a question mark that nobody encoded.
  if (!url || url.search !== "" || url.hash !== "" || /%2f|%5c|%00/i.test(url.pathname)) return null;
  url.username = url.password = "";
  url.pathname = url.pathname.split("/").map(encodedAnew).join("/");
  return url;
}

/** Bytes that are no UTF-8 stay as they are: so files of old servers can be asked for as well. */
function encodedAnew(part: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(part));
  } catch {
    return part.replaceAll(/%(?![\da-f]{2})/gi, "%25");
  }
}

export const isSameAddress = (one: string, other: string): boolean =>
  one.replace(/\/$/, "") === other.replace(/\/$/, "");

/** Whether it lies right in a folder, not deeper. */
export const isRightIn = (folder: string, url: string): boolean =>
  url.startsWith(folder) && /^[^/]+\/?$/.test(url.slice(folder.length));

/** As people call it: servers on a Mac have accents apart from their letters. */
export const nameOf = (url: string): string =>
  cleanName(decoded(url.split("/").findLast((part) => part !== "") ?? "").normalize("NFC"));

/** Its path from a folder, letter for letter; null for one whose letters nobody knows. */
export function pathIn(base: string, url: string): string | null {
  const root = addressIn(base, base);
  if (root === null || !url.startsWith(root)) return null;
  try {
    return url.slice(root.length).split("/").map(decodeURIComponent).join("/");
  } catch {
    return null;
  }
}

/** For the eye: below the folder that is connected, else with its server. */
export function readablePath(url: string, base: string | null): string {
  const root = base === null ? null : addressIn(base, base);
  const shown =
    root !== null && url.startsWith(root) ? url.slice(root.length) : url.replace(/^https?:\/\//, "");
  return shown.split("/").map(decoded).join("/").normalize("NFC");
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part.replaceAll(/%([\da-f]{2})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  }
}
