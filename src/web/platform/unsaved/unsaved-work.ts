/** Marks of work that only this page knows to be unfinished: text on its way, a form half filled, an upload. */
const marks = new Set<symbol>();

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

function watchLeaving(): void {
  // Only while it matters: a page with this listener cannot be kept for the Back button.
  if (marks.size > 0) addEventListener("beforeunload", ask);
  else removeEventListener("beforeunload", ask);
}

/** Marks work as in progress until the returned function is called; leaving the page asks meanwhile. */
export function markUnsavedWork(): () => void {
  const mark = Symbol("work");
  marks.add(mark);
  watchLeaving();
  return () => {
    if (marks.delete(mark)) watchLeaving();
  };
}

export const isWorkInProgress = () => marks.size > 0;

/** Marks work for as long as `isWorking` says so, asked again at each call of the returned function. */
export function createUnsavedMark(isWorking: () => boolean): { look: () => void; stop: () => void } {
  let end: (() => void) | null = null;
  const stop = () => {
    end?.();
    end = null;
  };
  return {
    look: () => {
      if (!isWorking()) stop();
      else end ??= markUnsavedWork();
    },
    stop,
  };
}
