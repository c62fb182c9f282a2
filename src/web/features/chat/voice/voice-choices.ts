import { local } from "../../../platform/local.ts";

/** How somebody talks on this device. */
export type VoiceChoices = { isByHand: boolean; keepsSound: boolean };

const KEY = "cairn-voice";

export function keptChoices(): VoiceChoices {
  const kept = (local.get(KEY) ?? "").split(" ");
  return { isByHand: kept.includes("held"), keepsSound: kept.includes("sound") };
}

export const keepChoices = ({ isByHand, keepsSound }: VoiceChoices): void =>
  local.set(KEY, [isByHand && "held", keepsSound && "sound"].filter(Boolean).join(" "));
