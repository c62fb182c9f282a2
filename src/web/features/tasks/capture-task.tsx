import { AddTask } from "./add-task.tsx";

const NOTHING = {};

/** A task, in the sheet of the phone's +. */
export function CaptureTask({ onAdded }: { onAdded: () => void }) {
  return <AddTask given={NOTHING} isWanted onFocused={() => undefined} onAdded={onAdded} />;
}
