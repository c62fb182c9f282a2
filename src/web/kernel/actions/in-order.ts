import type { Action } from "./action.ts";

/** Actions as given, but those that name another one follow it; where that is not there, they stay in their place. */
export function inOrder(actions: readonly Action[]): Action[] {
  const ids = new Set(actions.map(({ id }) => id));
  const isMoved = ({ after }: Action) => after !== undefined && ids.has(after);
  const withFollowers = (action: Action): Action[] => [
    action,
    ...actions.filter(({ after }) => after === action.id).flatMap(withFollowers),
  ];
  return actions.filter((action) => !isMoved(action)).flatMap(withFollowers);
}
