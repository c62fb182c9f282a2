import type { Config } from "../platform/config.ts";

export const SESSION_SECONDS = 30 * 24 * 60 * 60;

/** `__Host-` pins the cookie to this origin and to https; a browser refuses that name on plain http. */
export function sessionCookieName(config: Pick<Config, "publicUrl">): string {
  return config.publicUrl.protocol === "https:" ? "__Host-cairn" : "cairn";
}
