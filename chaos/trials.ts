import { agents } from "./agents.ts";
import { apiFuzz } from "./api-fuzz.ts";
import { browserStorage } from "./browser-storage.ts";
import { changesets } from "./changesets.ts";
import { clocks } from "./clocks.ts";
import { converge } from "./converge.ts";
import { convergeInBrowsers } from "./converge-pages.ts";
import { databaseAway } from "./database-away.ts";
import { disk } from "./disk.ts";
import { durability } from "./durability.ts";
import { kill } from "./kill.ts";
import { network } from "./network.ts";
import { reminders } from "./reminders.ts";
import { socketFuzz } from "./socket-fuzz.ts";
import { stop } from "./stop.ts";
import { typingTogether } from "./typing-together.ts";
import { versionSkew } from "./version-skew.ts";
import type { Trial } from "./trial.ts";

/** Every trial, in the order of the table. */
export const TRIALS: Trial[] = [
  converge,
  convergeInBrowsers,
  typingTogether,
  network,
  browserStorage,
  clocks,
  kill,
  databaseAway,
  disk,
  versionSkew,
  stop,
  reminders,
  changesets,
  agents,
  durability,
  socketFuzz,
  apiFuzz,
];
