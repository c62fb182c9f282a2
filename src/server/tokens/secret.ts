import { createHash, randomInt } from "node:crypto";

/** Typed on phones: small letters and digits that nobody takes for each other. */
const SIGNS = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 6;
const IN_GROUP = 4;

/** 118 bits, which nobody guesses: hence a plain hash of it is enough. */
export function newSecret(): string {
  const group = () => Array.from({ length: IN_GROUP }, () => SIGNS[randomInt(SIGNS.length)]).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}

/** People leave the dashes out, and phones begin with a capital. */
export const hashOf = (secret: string): string =>
  createHash("sha256").update(secret.toLowerCase().replaceAll(/[\s-]/g, "")).digest("hex");
