import { create } from "zustand";
import { toast } from "../ui/toast-store.ts";
import { rpc, type Rpc } from "./rpc.ts";
import { errorStatus, failureWords, isUnreachable, mayPass } from "./rpc-errors.ts";
import { checkSession, isConfirmed } from "./session.ts";
import { currentDevice } from "./sync/device-sync.ts";
import { isCreation, isDraft, onDrafts } from "./sync/drafts.ts";
import type { CallResult, WaitingCall } from "./sync/outbox.ts";
import { t } from "../lib/messages/t.ts";

type Path = { [Resource in keyof Rpc]: readonly [Resource, keyof Rpc[Resource]] }[keyof Rpc];

/** `sent` with the answer, or `queued`: kept on this device until the server can be reached. */
export type Sent<Answer> = { how: "sent"; answer: Answer } | { how: "queued" };

/** How many changes are on their way, and of what one failed a moment ago; the connection's status shows both. */
export const usePendingMutations = create<{ running: number; failed?: string | undefined }>(() => ({
  running: 0,
}));

/** Runs it once no change is on its way: what is asked for meanwhile may not know of one, and would take it off the page. */
export function afterChanges(run: () => void): void {
  if (usePendingMutations.getState().running === 0) return run();
  const stop = usePendingMutations.subscribe(({ running }) => {
    if (running > 0) return;
    stop();
    run();
  });
}

/** As long as a message says what failed. */
const FAILED_MS = 5_000;
let failedTimer: ReturnType<typeof setTimeout>;

function ended(resource: string, hasFailed: boolean): void {
  usePendingMutations.setState(({ running, failed }) => ({
    running: running - 1,
    // What fails is kept among the notifications, and that success says nothing of it.
    failed: hasFailed ? resource : failed === resource ? undefined : failed,
  }));
  if (!hasFailed) return;
  clearTimeout(failedTimer);
  failedTimer = setTimeout(() => usePendingMutations.setState({ failed: undefined }), FAILED_MS);
}

/** Changes on their way, and what they are about. */
const inFlight = new Set<{ subjects: readonly string[]; answer: Promise<unknown> }>();

/** Of which an account has one: changes of it name no id, and go out one after the other. */
const ONLY_ONES: readonly string[] = ["workspace", "preferences", "onboarding"];

/** What a call changes: the first id or ids that it names, or the name and the moment of what has no id, such as a value of a metric. */
function subjectsOf({ path: [resource = ""], input }: WaitingCall): string[] {
  if (ONLY_ONES.includes(resource)) return [resource];
  const given = Object.entries(input ?? {}) as [string, string | string[]][];
  const named = given.find(([name]) => /^id$|Ids?$/.test(name)) ?? given.find(([name]) => name === "name");
  const { at = "" } = (named?.[0] === "name" ? input : {}) as { at?: string };
  // What a change makes under an id of its own, such as the rest of a series, may be changed next; what it goes before has to be there.
  const others = given.flatMap(([name, id]) =>
    name === "newId" || (name === "before" && typeof id === "string") ? id : [],
  );
  return [named?.[1] ?? [], others].flat().map((id) => `${resource} ${id} ${at}`);
}

/** Those on their way that change the same. */
function inFlightOf(subjects: readonly string[]): Promise<unknown> | undefined {
  const found = [...inFlight].filter((one) => one.subjects.some((subject) => subjects.includes(subject)));
  return found.length > 0 ? Promise.allSettled(found.map(({ answer }) => answer)) : undefined;
}

/** Two changes of one thing reach the server one after the other: at the same time, the earlier could be written last. */
async function callInTurn<Answer>(subjects: readonly string[], call: () => Promise<Answer>): Promise<Answer> {
  const answer = call();
  const mine = { subjects, answer };
  inFlight.add(mine);
  try {
    return await answer;
  } finally {
    inFlight.delete(mine);
  }
}

/**
 * Makes a change now, or keeps it for later when the server is away. Once something waits, everything after it waits
 * too, so that the server meets changes in the order they were made; so does a second change of one thing, which a closed
 * page does not lose then. Only for calls that may be repeated.
 *
 * @param about What `onRefused` needs beside the input, should the call wait and be refused; it stays on this device
 */
export async function send<Answer>(
  path: Path,
  input: unknown,
  call: () => Promise<Answer>,
  about?: unknown,
): Promise<Sent<Answer>> {
  const device = currentDevice();
  const outbox = device?.outbox;
  const subjects = subjectsOf({ path, input });
  const earlier = inFlightOf(subjects);
  // What is shown by its own answer is not put aside behind another: it waits here, and a page that is left keeps both.
  const isTurn = ONLY_ONES.includes(path[0]) || !outbox;
  const waiting: WaitingCall = { path, input, ...(about !== undefined && { about }) };
  if (outbox && (outbox.pending() > 0 || (earlier && !isTurn) || !maySend())) {
    await outbox.enqueue(waiting);
    return { how: "queued" };
  }
  usePendingMutations.setState(({ running }) => ({ running: running + 1 }));
  outbox?.begin(waiting);
  try {
    // What comes after it waits until it has arrived, or stands before it.
    const sent = await callInTurn(subjects, async () => {
      await earlier;
      // What it followed waits on the device now; or somebody else has signed in, whose session it must not go out with.
      const isKept = earlier !== undefined && ((outbox?.pending() ?? 0) > 0 || currentDevice() !== device);
      return outbox && isKept ? putBack(outbox, waiting) : callOrKeep(outbox, waiting, call);
    });
    ended(path[0], false);
    return sent;
  } catch (error) {
    ended(path[0], true);
    throw error;
  } finally {
    outbox?.answered(waiting);
  }
}

/** Of whoever made the call: who uses the page when it fails may be somebody else. */
type Outbox = NonNullable<ReturnType<typeof currentDevice>>["outbox"];

async function callOrKeep<Answer>(
  outbox: Outbox | undefined,
  waiting: WaitingCall,
  call: () => Promise<Answer>,
): Promise<Sent<Answer>> {
  try {
    return { how: "sent", answer: await call() };
  } catch (error) {
    if (!outbox || !(isUnreachable(error) || errorStatus(error) === 401)) throw error;
    return putBack(outbox, waiting);
  }
}

async function putBack(outbox: Outbox, waiting: WaitingCall): Promise<{ how: "queued" }> {
  await outbox.putBack(waiting);
  return { how: "queued" };
}

/** Not before the server has said that the session is the one of the person whose device this is. */
const maySend = () => isConfirmed(currentDevice()?.userId);

/** True while a note exists on this device only. */
export function isWaitingToBeCreated(noteId: string): boolean {
  const calls = currentDevice()?.outbox.calls() ?? [];
  return isDraft(noteId) || calls.some((call) => isCreation(call, noteId));
}

/** Keeps a change on this device and sends it from there: a page closed at once takes nothing with it. */
export async function sendFromDisk(path: Path, input: unknown): Promise<void> {
  await currentDevice()?.outbox.enqueue({ path, input });
}

export function onWaitingCalls(listener: () => void): () => void {
  const stops = [onDrafts(listener), currentDevice()?.outbox.subscribe(listener)];
  return () => stops.forEach((stop) => stop?.());
}

const readers = new Map<string, (answer: unknown, input: unknown) => void>();
/** Answers that came before anybody read them. */
let unread: (() => void)[] = [];
/** What reads answers and keeps the words of refused calls comes beside the page, after calls of the last page are sent already. */
let isHeard = false;

/** Reads the answers of calls that had waited, such as what somebody else had changed meanwhile. */
export const onReplayed = (path: Path, read: (answer: never, input: never) => void): void =>
  void readers.set(path.join("."), read as (answer: unknown, input: unknown) => void);

type Refused = { input: unknown; about: unknown; error: unknown };
const rescues = new Map<string, (refused: Refused) => Promise<boolean>>();

/**
 * Keeps what was written with a call that had waited and is refused for good: nobody has it before them any more. It answers
 * whether it has kept and told it; until it has, the call stays on this device, and what it throws as unreachable is tried again.
 */
export const onRefused = <Input, About>(
  path: Path,
  rescue: (refused: { input: Input; about: About | undefined; error: unknown }) => Promise<boolean>,
): void => void rescues.set(path.join("."), rescue as (refused: Refused) => Promise<boolean>);

/** All who read answers and keep words are there. */
export function hearReplayed(): void {
  if (isHeard) return;
  isHeard = true;
  for (const read of unread) read();
  unread = [];
  void currentDevice()?.outbox.flush();
}

/** Makes a call that waited. What the server refuses for good is said, because its change showed on the page. */
export async function replayQueued({ path, input, about }: WaitingCall): Promise<CallResult> {
  if (!maySend()) {
    // Whoever was not reached when the page began may be by now, and nothing else would ask again.
    void checkSession();
    return "later";
  }
  const before = inFlightOf(subjectsOf({ path, input }));
  if (before) {
    await before;
    return "behind";
  }
  try {
    const operation = path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], rpc) as (
      input: unknown,
    ) => Promise<unknown>;
    const answer = await operation(input);
    const read = () => readers.get(path.join("."))?.(answer, input);
    if (isHeard) read();
    else unread.push(read);
    return "done";
  } catch (error) {
    if (mayPass(error) || !isHeard) return "later";
    return (await isRescued(path, { input, about, error })) ? "refused" : "later";
  }
}

async function isRescued(path: readonly string[], refused: Refused): Promise<boolean> {
  try {
    if (await rescues.get(path.join("."))?.(refused)) return true;
  } catch (error) {
    if (mayPass(error)) return false;
  }
  const gone = t("Couldn't apply an offline change: what it was about was deleted or changed.");
  toast.error(failureWords(refused.error, gone));
  return true;
}
