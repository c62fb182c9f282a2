/** The part of a WebSocket that we use. */
export type PageSocket = Pick<
  WebSocket,
  "readyState" | "OPEN" | "binaryType" | "bufferedAmount" | "send" | "close" | "addEventListener"
>;
/** The part of a BroadcastChannel that we use. */
export type PageChannel = Pick<BroadcastChannel, "postMessage" | "addEventListener" | "close">;

/** What the sync code takes from the browser; a trial with many clients gives each of them one of its own. */
export type Page = {
  /** @throws when the browser offers no storage */
  indexedDb: () => IDBFactory;
  openSocket: (url: string) => PageSocket;
  /** To the other tabs of this browser; null where there is no way to them. */
  openChannel: (name: string) => PageChannel | null;
  /** Web Locks where there are any (not on plain http): without them two tabs may send a call twice, which is harmless. */
  withLock: (name: string, run: () => Promise<void>) => Promise<void>;
  /** The network or the person is back: worth trying at once what waits for a retry. */
  onWake: (listener: () => void) => () => void;
  /** The device says that it has no network. */
  onCut: (listener: () => void) => () => void;
  /** The page is being left. */
  onLeave: (listener: () => void) => () => void;
};

export const thisPage: Page = {
  indexedDb: () => indexedDB,
  openSocket: (url) => new WebSocket(url),
  openChannel: (name) => (typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(name)),
  withLock: async (name, run) => {
    if (typeof navigator !== "undefined" && "locks" in navigator) await navigator.locks.request(name, run);
    else await run();
  },
  onWake: (listener) => {
    const handleWake = () => {
      if (document.visibilityState === "visible" && navigator.onLine) listener();
    };
    addEventListener("online", handleWake);
    document.addEventListener("visibilitychange", handleWake);
    return () => {
      removeEventListener("online", handleWake);
      document.removeEventListener("visibilitychange", handleWake);
    };
  },
  onCut: (listener) => {
    addEventListener("offline", listener);
    return () => removeEventListener("offline", listener);
  },
  onLeave: (listener) => {
    addEventListener("pagehide", listener);
    return () => removeEventListener("pagehide", listener);
  },
};
