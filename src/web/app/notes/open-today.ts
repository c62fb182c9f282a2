import { actionContext } from "../../kernel/actions/here.ts";
import { useActions } from "../../kernel/actions/registry.ts";
import { runAction } from "../../kernel/actions/run-action.ts";

const today = () => useActions.getState().actions.find(({ id }) => id === "daily.today");

/** Opens the note of the day, which is made when there is none; the actions may still be on their way. */
export function openToday(): void {
  const action = today();
  if (action) return runAction(action, actionContext("menu"));
  const stop = useActions.subscribe(() => {
    if (!today()) return;
    stop();
    openToday();
  });
}
