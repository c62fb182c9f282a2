import { useEffect, useRef, useState } from "react";
import type { ChatScope, WholeThread } from "#contract/chat.ts";
import type { Changeset } from "#contract/changesets.ts";
import { BROWSER } from "#contract/wire/page-model.ts";
import { mayBeInUse, useBrowserModel } from "../../../kernel/browser-model/browser-model.ts";
import type { Ears } from "../../../kernel/speech/hearing/ears.ts";
import type { EarsPlace, Tasks } from "../../../kernel/speech/hearing/ears-place.ts";
import { api, invalidate, queryClient } from "../../../platform/api.ts";
import { rpc } from "../../../platform/rpc.ts";
import { failureWords } from "../../../platform/rpc-errors.ts";
import { toast } from "../../../ui/toast-store.ts";
import { t } from "../../../lib/messages/t.ts";
import { linesOf, MOST_LINES, waitingOf } from "../answer/proposal-lines.ts";
import { choiceOf } from "../answer/choice-of.ts";
import { ask, stopAnswer } from "../ask-thread.ts";
import { branchOf } from "../branches.ts";
import { useThread } from "../thread-cache.ts";
import { ConversationSound } from "./conversation-sound.ts";
import { beginAlone } from "./one-conversation.ts";
import { openVoice } from "./open-voice.ts";
import type { Proposed } from "./spoken-proposal.ts";
import type { VoiceParts, VoiceSession } from "./voice-session.ts";
import { SILENT, type VoiceView } from "./voice-view.ts";

type VoiceOptions = { threadId: string; isNew: boolean; scope: ChatScope; onAsked: () => void };
export type StartOptions = { place: EarsPlace; tasks: Tasks; isByHand: boolean; keepsSound: boolean };

/** How much of what is proposed is read out. */
const READ_OUT = 4;

function proposedIn(changeset: Changeset): Proposed | null {
  const lines = linesOf(waitingOf(changeset), Infinity);
  if (lines.length === 0) return null;
  return {
    words: `${lines.slice(0, READ_OUT).join(". ")}.`,
    more: Math.max(0, lines.length - READ_OUT),
    // The screen also lists what was decided before.
    isListed: linesOf(changeset, Infinity).length <= MOST_LINES,
  };
}

/** What was heard is decided about, and nothing that was added to it since. */
async function decide(heard: Changeset, how: "apply" | "refuse"): Promise<boolean> {
  try {
    await rpc.changesets[how](choiceOf(heard, how));
    return true;
  } catch (error) {
    toast.error(failureWords(error, t("Couldn't do this. Try again.")));
    return false;
  } finally {
    invalidate(api.changesets.key());
  }
}

/** Asks in the thread as Chat does, where it is now. */
function useAsking({ threadId, scope, onAsked }: VoiceOptions, whole: WholeThread | undefined) {
  const isOnDevice = useBrowserModel(mayBeInUse);
  const askByVoice = (text: string, answerId: string): Promise<boolean> => {
    const parentId = whole ? (branchOf(whole).at(-1)?.message.id ?? null) : null;
    const first = whole ? {} : { scope, usesTools: true, providerId: isOnDevice ? BROWSER : null };
    const asked = ask({ threadId, parentId, text, answerId, ...first });
    onAsked();
    return asked;
  };
  const latest = useRef({ askByVoice, threadId });
  useEffect(() => void (latest.current = { askByVoice, threadId }));
  return latest;
}

/** What comes of what is said. */
function doing(asking: ReturnType<typeof useAsking>) {
  const heard = new Map<string, Changeset>();
  const read = async (id: string) => {
    const changeset = await queryClient.fetchQuery(api.changesets.get.queryOptions({ input: { id } }));
    heard.set(id, changeset);
    return changeset;
  };
  return {
    ask: (words: string, answerId: string) => asking.current.askByVoice(words, answerId),
    stopAnswer: (answerId: string) => stopAnswer(asking.current.threadId, answerId),
    proposalsOf: async (id: string) => proposedIn(await read(id)),
    decide: async (id: string, how: "apply" | "refuse") => decide(heard.get(id) ?? (await read(id)), how),
  };
}

type Running = { session: VoiceSession; ears: Ears; sound: ConversationSound | null; leaveTabs: () => void };

type Doing = Pick<VoiceParts, "ask" | "stopAnswer" | "proposalsOf" | "decide" | "show" | "lines">;

/** The conversation that is held, and the sound of the one before. It ends with its page. */
function useRunning() {
  const running = useRef<Running | null>(null);
  const starting = useRef<object | null>(null);
  const [sound, setSound] = useState<Blob | null>(null);
  /** @returns its sound */
  const end = async (): Promise<Blob | null> => {
    const ended = running.current;
    starting.current = running.current = null;
    ended?.leaveTabs();
    const recorded = ended?.sound?.end();
    ended?.session.end();
    const heard = (await recorded) ?? null;
    if (heard) setSound(heard);
    return heard;
  };
  useEffect(() => () => void end(), []);
  const start = async ({ place, tasks, isByHand, keepsSound }: StartOptions, parts: Doing) => {
    void end();
    setSound(null);
    const begun = {};
    starting.current = begun;
    const { VoiceSession: Session, ears, mouth, sentences } = await openVoice(place, tasks, isByHand);
    // The page was left, or it was begun anew.
    if (starting.current !== begun) return mouth?.close();
    const session = new Session({ ...parts, ears, mouth, sentences });
    const leaveTabs = beginAlone(() => {
      void end();
      toast.info(t("The conversation goes on in another tab."));
    });
    running.current = { session, ears, sound: null, leaveTabs };
    await session.start();
    const stream = ears.stream();
    if (keepsSound && stream && running.current?.session === session)
      running.current.sound = new ConversationSound([stream, mouth?.stream() ?? null]);
  };
  return { running, sound, start, end };
}

/** A conversation by voice over a thread of Chat: what is asked and answered stands there, too. */
export function useVoice(options: VoiceOptions) {
  const [view, show] = useState<VoiceView>(SILENT);
  const { running, sound, start, end } = useRunning();
  const { whole, waits } = useThread(options.threadId, !options.isNew);
  const asking = useAsking(options, whole);
  useEffect(() => {
    for (const message of whole?.messages ?? [])
      if (message.role === "assistant") running.current?.session.follow(message, waits.has(message.id));
  });
  return {
    ...{ view, whole, running, sound, end },
    start: (chosen: StartOptions) => start(chosen, { ...doing(asking), show, lines: view.lines }),
  };
}
