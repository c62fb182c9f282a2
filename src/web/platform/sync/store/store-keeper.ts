import type { AppendOptions } from "./change-writer.ts";
import type { LocalStore } from "./local-store.ts";

const REWRITE_MS = 3_000;

type Options = {
  noteId: string;
  store: () => LocalStore | null;
  /** Why there is no store, if there is none. */
  fault: string | null;
  onFault: () => void;
  /** The store was deleted under the page. */
  onLost: () => void;
  rewrite: () => void;
};

/**
 * Writes the changes of one note to the device's store and watches whether that works. After a failed write the store
 * has a hole; the whole document, written a little later, mends it, whatever was lost.
 */
class StoreKeeper {
  fault: string | null;
  private readonly options: Options;
  private readonly stopLost: (() => void) | undefined;
  private needsRewrite = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;

  constructor(options: Options) {
    this.options = options;
    this.fault = options.fault;
    this.stopLost = options.store()?.onLost(() => {
      options.onLost();
      this.rewriteLater();
    });
  }

  /** Resolves to the change's key in the store once it is on the disk, to undefined where it has none. */
  async keep(change: Uint8Array, options: AppendOptions): Promise<number | undefined> {
    const store = this.options.store();
    if (!store) return undefined;
    try {
      const key = await store.append(this.options.noteId, change, options);
      if (this.fault && !this.needsRewrite) this.setFault(null);
      return key;
    } catch (error) {
      this.setFault(describe(error, "The write failed"));
      this.rewriteLater();
      return undefined;
    }
  }

  /** What the device has of the note; null where it has nothing. */
  async load(): Promise<{ updates: Uint8Array[]; pending: number[] } | null> {
    try {
      const stored = await this.options.store()?.load(this.options.noteId);
      return stored && stored.updates.length > 0 ? stored : null;
    } catch (error) {
      this.setFault(describe(error, "The store could not be read"));
      return null;
    }
  }

  async acknowledge(confirmed: Promise<number | undefined>[]): Promise<void> {
    const keys = (await Promise.all(confirmed)).filter((key) => key !== undefined);
    // A mark that stays is harmless: the next opening of the note sends nothing new and removes it.
    if (keys.length > 0) this.options.store()?.acknowledge(keys);
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.stopLost?.();
  }

  private setFault(next: string | null): void {
    if (this.fault === next || this.isClosed) return;
    this.fault = next;
    this.options.onFault();
  }

  /** After a hole; a little later, because what made it may last. */
  private rewriteLater(): void {
    this.needsRewrite = true;
    if (this.isClosed) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.needsRewrite = false;
      this.options.rewrite();
    }, REWRITE_MS);
  }
}

export type { StoreKeeper };

export const createStoreKeeper = (options: Options): StoreKeeper => new StoreKeeper(options);

function describe(error: unknown, otherwise: string): string {
  // Browsers leave the message of some failures empty, "quota exceeded" among them.
  return (error instanceof Error && (error.message || error.name)) || otherwise;
}
