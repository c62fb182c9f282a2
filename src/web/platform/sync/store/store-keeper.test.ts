import { expect, test } from "vitest";
import type { LocalStore } from "./local-store.ts";
import { createStoreKeeper } from "./store-keeper.ts";

test("a failed write is a fault, also where the browser gives no words for it", async () => {
  const full = new DOMException("", "QuotaExceededError");
  const store = { append: () => Promise.reject(full), onLost: () => () => false } as unknown as LocalStore;
  const faults: (string | null)[] = [];
  const keeper = createStoreKeeper({
    noteId: "note",
    store: () => store,
    fault: null,
    onFault: () => faults.push(keeper.fault),
    onLost: () => {},
    rewrite: () => {},
  });
  await keeper.keep(new Uint8Array(), { isPending: true });
  expect(faults).toEqual(["QuotaExceededError"]);
  keeper.close();
});
