import { expect, test } from "vitest";
import { dismissToast, toast, useToast } from "./toast-store.ts";

const held = () => useToast.getState().toast;

test("one toast is held at a time and a new one replaces it", () => {
  toast.success("Note created successfully");
  toast.error("Failed to update note");
  expect(held()).toMatchObject({ kind: "error", message: "Failed to update note" });
});

test("plain toasts stay 4 s, titled ones 5 s, those with an action 10 s", () => {
  toast.info("Search opened");
  expect(held()?.duration).toBe(4000);
  toast.error("Failed to save onboarding preferences.", { title: "Error" });
  expect(held()?.duration).toBe(5000);
  toast.failed("Failed to update note", () => {});
  expect(held()?.duration).toBe(10_000);
});

test("an old toast's end does not take the newer one away", () => {
  toast.success("first");
  const first = held()!.id;
  toast.success("second");
  dismissToast(first);
  expect(held()?.message).toBe("second");
});
