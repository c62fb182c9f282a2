import { create } from "zustand";
import { toast } from "../ui/toast-store.ts";

type FailedChange = { words: string; retry: () => unknown };

/** Changes that were refused, by the id of what they were about, until one succeeds or the mark is dismissed. */
export const useFailedChanges = create<Record<string, FailedChange>>(() => ({}));

export const settle = (id: string): void => {
  const { [id]: known, ...others } = useFailedChanges.getState();
  if (known) useFailedChanges.setState(others, true);
};

/** Says that a change was refused, and lets the row of `id` say so, too; both offer to try once more. */
export function tellFailed(id: string | null, words: string, retry: () => unknown): void {
  toast.failed(words, () => void retry());
  if (id) useFailedChanges.setState({ [id]: { words, retry } });
}

export const forgetFailed = (): void => useFailedChanges.setState({}, true);
