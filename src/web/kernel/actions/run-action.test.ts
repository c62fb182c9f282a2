import { ORPCError } from "@orpc/client";
import { beforeEach, expect, test } from "vitest";
import { useToast } from "../../ui/toast-store.ts";
import type { ActionContext } from "./action.ts";
import { runAction } from "./run-action.ts";

const context = {} as ActionContext;
const said = () => useToast.getState().toast?.message;

beforeEach(() => useToast.setState({ toast: null }));

test("an action begins at once, within the press that runs it", () => {
  let ran = false;
  runAction({ run: () => void (ran = true) }, context);
  expect(ran).toBe(true);
});

test.each([
  [
    "whose code can't be loaded",
    () => Promise.reject(new TypeError("Failed to fetch")),
    "This didn't work. Try again.",
  ],
  [
    "that the server refuses",
    () => Promise.reject(new ORPCError("CONFLICT", { message: "Too many." })),
    "Too many.",
  ],
  [
    "that throws",
    () => {
      throw new Error("of its own");
    },
    "This didn't work. Try again.",
  ],
])("one %s says so", async (_, run, words) => {
  runAction({ run }, context);
  await expect.poll(said).toBe(words);
});
