import { create } from "zustand";
import { errorCode } from "../../platform/rpc-errors.ts";

/** The person closed the question instead of proving who they are: nothing happened, and nothing need be said. */
export class NotConfirmedError extends Error {}

type Question = { answer: (isConfirmed: boolean) => void };

/** The open question, shown by one dialog. */
export const useIdentityQuestion = create<{ question: Question | null }>(() => ({ question: null }));

const countDialogs = () => document.querySelectorAll('[role="dialog"]').length;
const LEAVES_WITHIN_MS = 1000;

/** A dialog that leaves gives the focus back to its opener, and would take it from one that has opened meanwhile. */
async function untilFewerThan(dialogs: number): Promise<void> {
  const deadline = performance.now() + LEAVES_WITHIN_MS;
  while (countDialogs() >= dialogs && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

function ask(): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      const dialogs = countDialogs();
      useIdentityQuestion.setState({ question: null });
      void untilFewerThan(dialogs).then(() => resolve(isConfirmed));
    };
    useIdentityQuestion.setState({ question: { answer } });
  });
}

/**
 * Makes a call that the server may want a fresh proof for: asks the person for it once and makes the call again.
 * @throws NotConfirmedError when they would rather not
 */
export async function confirmed<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (errorCode(error) !== "REAUTHENTICATE") throw error;
  }
  if (!(await ask())) throw new NotConfirmedError();
  return call();
}
