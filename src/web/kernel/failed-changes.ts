import { create } from "zustand";
import { t } from "../lib/messages/t.ts";
import { failureWords } from "../platform/rpc-errors.ts";
import { toast } from "../ui/toast-store.ts";

type FailedChange = { words: string; retry: () => unknown };

/** Changes that were refused, by the id of what they were about, until one succeeds or the mark is dismissed. */
export const useFailedChanges = create<Record<string, FailedChange>>(() => ({}));

export const settle = (id: string): void => {
  const { [id]: known, ...others } = useFailedChanges.getState();
  if (known) useFailedChanges.setState(others, true);
};

/** Says that a change was refused, and lets the row of `id` say so, too; both offer to try once more. */
export function tellFailed(
  id: string | null,
  words: string,
  retry: () => unknown,
  options?: { title: string },
): void {
  toast.failed(words, () => void retry(), options);
  if (id) useFailedChanges.setState({ [id]: { words, retry } });
}

/** The same of tasks, titled as the specification wants it. */
export const tellTaskFailed = (
  id: string | null,
  error: unknown,
  words: string,
  retry: () => unknown,
): void => tellFailed(id, failureWords(error, words), retry, { title: t("Error") });

export const forgetFailed = (): void => useFailedChanges.setState({}, true);
