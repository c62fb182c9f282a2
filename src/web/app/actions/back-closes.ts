import { useBlocker } from "@tanstack/react-router";

/** While something lies over the page, Back closes that and leaves the page alone. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  useBlocker({
    disabled: !isOpen,
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => {
      if (action !== "BACK") return false;
      close();
      return true;
    },
  });
}
