import { expect, test } from "vitest";
import { decisionOf, readOutOf, type Waiting } from "./spoken-proposal.ts";

test("all that a yes accepts is read out, or said to be on the screen", () => {
  const words = "New: Milk. New: Bread.";
  const said = (more: number) => readOutOf({ words, more, isListed: true });
  expect(said(0)).toBe("I would like to do this. New: Milk. New: Bread. Say yes to accept, or no.");
  expect(said(1)).toContain("New: Bread. 1 more is listed on the screen. Say yes to accept all, or no.");
  expect(said(3)).toContain("New: Bread. 3 more are listed on the screen. Say yes to accept all, or no.");
});

test.each([
  ["Yes.", "heard", false, "apply"],
  ["Yes.", "heard", true, "ask"],
  ["Yes.", "sounding", false, "repeat"],
  ["Yes.", "queued", false, "repeat"],
  ["No.", "heard", true, "refuse"],
  ["No.", "sounding", true, "refuse"],
  ["No.", "queued", true, "repeat"],
  ["Wait", "sounding", true, "repeat"],
  ["Wait", "heard", false, "ask"],
  ["Stop.", "sounding", true, "silence"],
] as const)("%j when it is %s (over Cairn: %j) means %s", (words, phase, isOver, decision) => {
  const waiting: Waiting = {
    changesetId: "c1",
    says: "",
    source: {},
    phase,
    isAskedAgain: false,
    isUnread: false,
  };
  expect(decisionOf(waiting, words, isOver)).toBe(decision);
  const again = decisionOf({ ...waiting, isAskedAgain: true }, words, isOver);
  expect(again).toBe(decision === "repeat" || decision === "ask" ? "leave" : decision);
});
