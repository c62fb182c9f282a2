import { create } from "zustand";
import type { Session } from "#contract/accounts.ts";
import { local } from "./local.ts";
import { deleteQueryStore } from "./query-store.ts";
import { onRpcError, rpc } from "./rpc.ts";
import { errorCode } from "./rpc-errors.ts";
import { retryDelays } from "./session-retry.ts";
import { t } from "../lib/messages/t.ts";

/**
 * Whether the server has confirmed the session in this page: not yet asked or answered ("remembered": what this device knows of
 * the last visit is shown meanwhile), not reachable ("offline"), or yes.
 */
type Standing = "remembered" | "offline" | "confirmed";

/** Who uses this page. */
export type SessionState =
  | { status: "loading" }
  | { status: "signed-out"; error: string | null }
  | { status: "signed-in"; session: Session; standing: Standing; isExpired: boolean };

export const SESSION_EXPIRED = t("Session expired. Please sign in again.");
const REMEMBERED = "cairn-session";

export const useSession = create<SessionState>(() => ({ status: "loading" }));

const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("cairn-session") : undefined;
let attempts = 0;
/** Counts who came and went here: an answer that was asked for before says nothing about after. */
let generation = 0;
let running: Promise<void> | undefined;

/** No answer for this long is none: what this device knows is shown as without the server. */
const PATIENCE_MS = 15_000;

/** Asks the server who is signed in; until it answers, and while it cannot be asked, this device's last person is shown. */
export function loadSession(): Promise<void> {
  running ??= ask().finally(() => (running = undefined));
  return running;
}

async function ask(): Promise<void> {
  const asked = generation;
  try {
    const { session } = await rpc.accounts.session({}, { signal: AbortSignal.timeout(PATIENCE_MS) });
    attempts = 0;
    if (asked !== generation) return;
    if (session) adopt(session);
    else lose();
  } catch (error) {
    const state = useSession.getState();
    const isUndecided =
      state.status === "loading" || (state.status === "signed-in" && state.standing === "remembered");
    const remembered = recall();
    if (remembered && isUndecided) show(remembered, "offline");
    retryLater(error);
  }
}

/** Takes the last signed-in person for the one who comes back, until the server has said so. */
function show(session: Session, standing: "remembered" | "offline"): void {
  useSession.setState({ status: "signed-in", session, standing, isExpired: false }, true);
}

/** Whether the server has said in this page that the session is this person's: before it, nothing of theirs is sent. */
export function isConfirmed(userId: string | undefined): boolean {
  return confirmedId(useSession.getState()) === userId && userId !== undefined;
}

const confirmedId = (state: SessionState): string | undefined =>
  state.status === "signed-in" && state.standing === "confirmed" ? state.session.user.id : undefined;

/** Runs at once for a confirmed session, and whenever one is confirmed. */
export function onConfirmed(run: () => void): () => void {
  if (confirmedId(useSession.getState())) run();
  return useSession.subscribe((state, before) => {
    const id = confirmedId(state);
    if (id && id !== confirmedId(before)) run();
  });
}

/** By the monotonic clock. */
let checkedAt = -Infinity;

/** Looks whether the session still stands, at most every ten seconds; an unreachable server proves nothing. */
export async function checkSession(): Promise<void> {
  if (performance.now() - checkedAt < 10_000) return;
  checkedAt = performance.now();
  const asked = generation;
  try {
    const { session } = await rpc.accounts.session({});
    if (asked !== generation) return;
    if (session) adopt(session);
    else lose();
  } catch {
    // Still away.
  }
}

function retryLater(error: unknown): void {
  const delay = retryDelays[attempts];
  if (delay === undefined) {
    // oxlint-disable-next-line no-console -- the specification wants it logged
    console.warn("Max auth retries reached", error);
    if (useSession.getState().status === "loading") {
      useSession.setState(
        { status: "signed-out", error: t("Can't reach the server. Try again in a moment.") },
        true,
      );
    }
    return;
  }
  attempts += 1;
  setTimeout(() => void loadSession(), delay);
}

/** Takes over a session the server has just given or confirmed. */
export function adopt(session: Session): void {
  generation += 1;
  const before = useSession.getState();
  // First away, should there be no room for the new: the next page would show the last person again.
  local.remove(REMEMBERED);
  local.set(REMEMBERED, JSON.stringify(session));
  if (before.status === "signed-in") {
    const isSomebodyElse = before.session.user.id !== session.user.id;
    if (before.standing !== "confirmed" && isSomebodyElse) return void restart(before.session.user.id);
    if (before.standing === "confirmed" && !before.isExpired && isSame(before.session, session)) return;
  }
  useSession.setState({ status: "signed-in", session, standing: "confirmed", isExpired: false }, true);
}

/** The page showed another person than the one whose session this is: it begins anew, without the lists that came meanwhile. */
async function restart(shownUserId: string): Promise<void> {
  useSession.setState({ status: "loading" }, true);
  await deleteQueryStore(shownUserId).catch(() => undefined);
  location.reload();
}

/** The same person with the same name and face: nothing on the page would change. */
function isSame(one: Session, other: Session): boolean {
  return (
    JSON.stringify(one.user) === JSON.stringify(other.user) && one.isEmailVerified === other.isEmailVerified
  );
}

/** Forgets who was signed in, after a sign-out that has already cleaned up. */
export function forget(error: string | null = null): void {
  generation += 1;
  local.remove(REMEMBERED);
  useSession.setState({ status: "signed-out", error }, true);
}

/** A session that ends in mid-work keeps the page and all its text; a dialog asks for the password. */
export function expire(): void {
  const state = useSession.getState();
  // Refused before the session's own answer, which says what to do.
  if (state.status !== "signed-in" || state.standing === "remembered" || state.isExpired) return;
  useSession.setState({ ...state, isExpired: true }, true);
}

function lose(): void {
  if (confirmedId(useSession.getState())) expire();
  else forget(recall() ? SESSION_EXPIRED : null);
}

function recall(): Session | null {
  try {
    const session = JSON.parse(local.get(REMEMBERED) ?? "null") as Session | null;
    return session?.user?.id ? session : null;
  } catch {
    return null;
  }
}

/** The id of whoever was signed in last on this device, if they did not sign out. */
export function rememberedUserId(): string | null {
  return recall()?.user.id ?? null;
}

/** Tells the other tabs of this browser that somebody came or went. */
export function announce(what: "signed-in" | "signed-out"): void {
  channel?.postMessage(what);
}

/** Another tab signed in or out: follow it. Somebody else's session needs a fresh page. */
async function follow(what: unknown): Promise<void> {
  if (what === "signed-out") return location.replace("/auth/login");
  const before = useSession.getState();
  await loadSession();
  const after = useSession.getState();
  if (
    before.status === "signed-in" &&
    after.status === "signed-in" &&
    before.session.user.id !== after.session.user.id
  ) {
    location.replace("/app/dashboard");
  }
}

/** The signed-in person of a page that is only shown to one. */
export function useUser() {
  return useSession((state) => (state.status === "signed-in" ? state.session.user : null));
}

/** Pages that only a signed-in person sees; on the others nobody is sent on by a session that may have ended. */
const OF_SIGNED_IN = /^\/(app|mobile|setup)(\/|$)/;

/** Starts listening; called once by main.tsx. */
export function startSession(): void {
  const remembered = OF_SIGNED_IN.test(location.pathname) ? recall() : null;
  if (remembered) show(remembered, "remembered");
  onRpcError((error) => {
    if (errorCode(error) === "UNAUTHENTICATED") expire();
  });
  channel?.addEventListener("message", (event) => void follow(event.data));
  addEventListener("online", () => {
    attempts = 0;
    void loadSession();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && useSession.getState().status === "signed-in")
      void checkSession();
  });
  void loadSession();
}
