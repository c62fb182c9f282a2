import { createBrowserHistory } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { nextHistoryState } from "./address.tsx";

/** As much of a window as the router's history asks for, on a page that was reached without the router. */
function aWindow(state: unknown) {
  const history = {
    state,
    pushState: () => undefined,
    replaceState: (next: unknown) => (history.state = next),
  };
  const location = { pathname: "/app/dashboard", search: "", hash: "" };
  return { history, location, addEventListener: () => undefined };
}

test("the router counts the pages that were opened before it came", () => {
  const indexOf = (state: unknown) =>
    createBrowserHistory({ window: aWindow(state) }).location.state.__TSR_index;
  expect(indexOf(null)).toBe(0);
  const next = nextHistoryState(null);
  expect(indexOf(next)).toBe(1);
  expect(indexOf(nextHistoryState(next))).toBe(2);
});
