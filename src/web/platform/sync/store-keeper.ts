import type { LocalStore } from "./local-store.ts";

const REWRITE_MS = 3_000;

/**
 * Writes the changes of one note to the device's store and watches whether that works. After a failed write the store
 * has a hole; the whole document, written a little later, mends it, whatever was lost.
 */
export function createStoreKeeper(options: {
  noteId: string;
  store: () => LocalStore | null;
  /** Why there is no store, if there is none. */
  fault: string | null;
  onFault: () => void;
  /** The store was deleted under the page. */
  onLost: () => void;
  rewrite: () => void;
}) {
  const { noteId, onFault } = options;
  let fault = options.fault;
  let needsRewrite = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  function setFault(next: string | null): void {
    if (fault === next || isClosed) return;
    fault = next;
    onFault();
  }

  /** After a hole; a little later, because what made it may last. */
  function rewriteLater(): void {
    needsRewrite = true;
    if (isClosed) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      needsRewrite = false;
      options.rewrite();
    }, REWRITE_MS);
  }

  const stopLost = options.store()?.onLost(() => {
    options.onLost();
    rewriteLater();
  });

  return {
    /** Resolves to the change's key in the store once it is on the disk, to undefined where it has none. */
    async keep(change: Uint8Array, isPending: boolean): Promise<number | undefined> {
      const store = options.store();
      if (!store) return undefined;
      try {
        const key = await store.append(noteId, change, isPending);
        if (fault && !needsRewrite) setFault(null);
        return key;
      } catch (error) {
        setFault(describe(error, "The write failed"));
        rewriteLater();
        return undefined;
      }
    },
    /** What the device has of the note; null where it has nothing. */
    async load(): Promise<{ updates: Uint8Array[]; pending: number[] } | null> {
      try {
        const stored = await options.store()?.load(noteId);
        return stored && stored.updates.length > 0 ? stored : null;
      } catch (error) {
        setFault(describe(error, "The store could not be read"));
        return null;
      }
    },
    async acknowledge(confirmed: Promise<number | undefined>[]): Promise<void> {
      const keys = (await Promise.all(confirmed)).filter((key) => key !== undefined);
      // A mark that stays is harmless: the next opening of the note sends nothing new and removes it.
      if (keys.length > 0) options.store()?.acknowledge(keys);
    },
    get fault(): string | null {
      return fault;
    },
    close(): void {
      isClosed = true;
      clearTimeout(timer);
      stopLost?.();
    },
  };
}

function describe(error: unknown, otherwise: string): string {
  // Browsers leave the message of some failures empty, "quota exceeded" among them.
  return (error instanceof Error && (error.message || error.name)) || otherwise;
}
