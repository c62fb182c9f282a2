import { thisPage } from "../../../platform/sync/page.ts";

/**
 * One conversation in all tabs of a browser: two would hear each other, and a yes to what one read out would accept what the other
 * has proposed. Whoever begins last has it. @returns ends the watch
 */
export function beginAlone(onElsewhere: () => void): () => void {
  const tabs = thisPage.openChannel("cairn-voice");
  tabs?.addEventListener("message", onElsewhere);
  tabs?.postMessage("begun");
  return () => tabs?.close();
}
