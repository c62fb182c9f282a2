import type { LiveEntity, LiveEvent } from "#contract/wire/live.ts";
import { gatherPer } from "../lib/throttle.ts";
import { invalidate, queryClient } from "../platform/api.ts";
import { askFailedAgain } from "../platform/ask-failed-again.ts";
import { mayPass } from "../platform/rpc-errors.ts";
import { afterChanges } from "../platform/send.ts";
import { startDroppingRefused } from "../platform/lost-answers.ts";
import { connectionStatus, onConnectionStatus, onLive } from "../platform/sync/device-sync.ts";
import { dropLostNotes, rememberListedNotes } from "./notes/shared-notes.ts";

/**
 * What a noun does when things were changed elsewhere, by their kind; `ids` are all that changed together. `isTextAlone`: they are notes
 * of which nothing but the text has changed.
 */
export type LiveReactions = {
  readonly [Entity in LiveEntity | "any"]?: (ids: ReadonlySet<string>, isTextAlone: boolean) => void;
};

/** The specification's throttle of realtime changes. */
const EVERY = 1000;
/** A note that somebody types in changes each second, and of it lists show an excerpt and the number of its words. */
const TEXT_EVERY = 5000;

let isStarted = false;
let reactions: readonly LiveReactions[] | null = null;
let waiting: LiveEvent[] = [];

/** The one place where changes made elsewhere become new data here. What is shown stays until the new is there. */
export function startLive(): void {
  if (isStarted) return;
  isStarted = true;
  const onChanges = gatherPer<LiveEvent>(EVERY, (events) => apply(events));
  const onTexts = gatherPer<LiveEvent>(TEXT_EVERY, (events) => apply(events, true));
  onLive({
    onEvents: (events) => {
      const texts = events.filter(isOfText);
      if (texts.length > 0) onTexts(texts);
      if (texts.length < events.length) onChanges(events.filter((event) => !isOfText(event)));
    },
    onGap: () => {
      afterChanges(() => invalidate());
      void dropLostNotes();
    },
  });
  startDroppingRefused();
  rememberListedNotes();
  const askFailed = askFailedAgain(queryClient, {
    mayAsk: (error) => mayPass(error) && connectionStatus() === "connected",
    when: afterChanges,
  });
  // A page that begins without the server asks with its first connection.
  onConnectionStatus((status) => {
    if (status !== "connected") return;
    void dropLostNotes();
    askFailed();
  });
  void dropLostNotes();
}

/** What the nouns do comes beside the page; events until then wait for it. The answer ends it. */
export function reactToLive(given: readonly LiveReactions[]): () => void {
  reactions = given;
  const missed = waiting;
  waiting = [];
  if (missed.length > 0) apply(missed);
  return () => {
    if (reactions === given) reactions = null;
  };
}

const isOfText = ({ operation }: LiveEvent) => operation === "write";

function apply(events: LiveEvent[], isTextAlone = false): void {
  if (reactions) for (const [react, ids] of reactionsTo(events, reactions)) react(ids, isTextAlone);
  else waiting.push(...events);
}

/** A reaction to several kinds of things runs once for all of them. */
export function reactionsTo(events: readonly LiveEvent[], given: readonly LiveReactions[]) {
  const wanted = new Map<NonNullable<LiveReactions["any"]>, Set<string>>();
  for (const reaction of given)
    for (const { entity, entityId } of events)
      for (const react of [reaction[entity], reaction.any])
        if (react) wanted.set(react, (wanted.get(react) ?? new Set()).add(entityId));
  return wanted;
}
