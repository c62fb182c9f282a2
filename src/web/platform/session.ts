import { create } from "zustand";
import type { Session } from "#contract/accounts.ts";
import { local } from "./local.ts";
import { onRpcError, rpc } from "./rpc.ts";
import { errorCode } from "./rpc-errors.ts";
import { retryDelays } from "./session-retry.ts";
import { t } from "../lib/messages/t.ts";

/** Who uses this page. `isOffline`: opened from this device, the server has not confirmed the session yet. */
export type SessionState =
  | { status: "loading" }
  | { status: "signed-out"; error: string | null }
  | { status: "signed-in"; session: Session; isOffline: boolean; isExpired: boolean };

export const SESSION_EXPIRED = t("Session expired. Please sign in again.");
const REMEMBERED = "cairn-session";

export const useSession = create<SessionState>(() => ({ status: "loading" }));

const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("cairn-session") : undefined;
let attempts = 0;
/** Counts who came and went here: an answer that was asked for before says nothing about after. */
let generation = 0;
let running: Promise<void> | undefined;

/** Asks the server who is signed in; the last signed-in person's own data opens while it cannot be asked. */
export function loadSession(): Promise<void> {
  running ??= ask().finally(() => (running = undefined));
  return running;
}

async function ask(): Promise<void> {
  const asked = generation;
  try {
    const { session } = await rpc.accounts.session({});
    attempts = 0;
    if (asked !== generation) return;
    if (session) adopt(session);
    else lose();
  } catch (error) {
    const remembered = recall();
    if (useSession.getState().status === "loading" && remembered) {
      useSession.setState(
        { status: "signed-in", session: remembered, isOffline: true, isExpired: false },
        true,
      );
    }
    retryLater(error);
  }
}

/** Of the clock that nobody can set. */
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
  local.set(REMEMBERED, JSON.stringify(session));
  if (
    before.status === "signed-in" &&
    !before.isOffline &&
    !before.isExpired &&
    isSame(before.session, session)
  )
    return;
  useSession.setState({ status: "signed-in", session, isOffline: false, isExpired: false }, true);
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
  if (state.status === "signed-in" && !state.isExpired)
    useSession.setState({ ...state, isExpired: true }, true);
}

function lose(): void {
  const state = useSession.getState();
  if (state.status === "signed-in" && !state.isOffline) expire();
  else if (state.status === "signed-in") forget(SESSION_EXPIRED);
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

/** Starts listening; called once by main.tsx. */
export function startSession(): void {
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
