import { create } from "zustand";
import { local } from "../../platform/local.ts";
import { t } from "../../lib/messages/t.ts";
import { type Availability, availability, createSession } from "./language-model.ts";

const CHOSEN = "cairn-browser-model";

type State = {
  /** Null until the browser has said. */
  availability: Availability | null;
  /** Its person wants it to be used on this device. */
  isChosen: boolean;
  /** Of the model that the browser gets, from 0 to 1. */
  progress: number | null;
  fault: string | null;
};

/** The model that this browser has, on this device alone. */
export const useBrowserModel = create<State>(() => ({
  availability: "LanguageModel" in globalThis ? null : "unavailable",
  isChosen: local.get(CHOSEN) === "yes",
  progress: null,
  fault: null,
}));

/** It is there, or can be got. */
export const canBeChosen = ({ availability: known }: State): boolean =>
  known !== null && known !== "unavailable";
/** What was chosen for this device, where there is one. */
export const isInUse = (state: State): boolean => state.isChosen && canBeChosen(state);

let asked: Promise<void> | undefined;

/** Asks the browser once. */
export const learnBrowserModel = (): Promise<void> =>
  (asked ??= availability().then((known) => useBrowserModel.setState({ availability: known })));

if (useBrowserModel.getState().isChosen) void learnBrowserModel();

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
