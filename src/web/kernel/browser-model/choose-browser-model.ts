import { local } from "../../platform/local.ts";
import { t } from "../../lib/messages/t.ts";
import { CHOSEN, useBrowserModel } from "./browser-model.ts";
import { availability, createSession } from "./language-model.ts";

let asked: Promise<void> | undefined;

/** Asks the browser once. */
export const learnBrowserModel = (): Promise<void> =>
  (asked ??= availability().then((known) => useBrowserModel.setState({ availability: known })));

/** Uses it from now on; the browser gets its model at once where it isn't there, as long as somebody pressed a button. */
export async function chooseBrowserModel(isChosen: boolean): Promise<void> {
  if (isChosen) local.set(CHOSEN, "yes");
  else local.remove(CHOSEN);
  useBrowserModel.setState({ isChosen, fault: null });
  const { availability: known, progress } = useBrowserModel.getState();
  if (!isChosen || known === "available" || known === "unavailable" || progress !== null) return;
  useBrowserModel.setState({ progress: 0, availability: "downloading" });
  try {
    const session = await createSession([], new AbortController().signal, (share) =>
      useBrowserModel.setState({ progress: share }),
    );
    session.destroy();
    useBrowserModel.setState({ availability: "available", progress: null });
  } catch {
    useBrowserModel.setState({
      availability: await availability(),
      progress: null,
      fault: t(
        "The browser couldn't get its model. It needs several gigabytes of free space. Try again later.",
      ),
    });
  }
}
