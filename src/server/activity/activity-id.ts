import { uuidV7 } from "#contract/shared/uuid-v7.ts";

let lastMs = 0;
let count = 0;

/**
 * A UUID of version 7 that is larger than the one before: within a millisecond its twelve bits after the version count up
 * (RFC 9562 section 6.2, method 1), and a clock that goes back is waited for.
 */
export function nextActivityId(now = Date.now()): string {
  count = now > lastMs ? 0 : count + 1;
  if (now > lastMs) lastMs = now;
  if (count > 0xfff) {
    lastMs += 1;
    count = 0;
  }
  const id = uuidV7(lastMs);
  return `${id.slice(0, 15)}${count.toString(16).padStart(3, "0")}${id.slice(18)}`;
}
