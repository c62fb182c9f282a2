import { useRef } from "react";
import type { VListHandle } from "virtua";

/** The list's own scroller, which says how far down it is. */
export function useScroller(onSeen: (last: number) => void) {
  const list = useRef<VListHandle>(null);
  const handleScroll = () => {
    const handle = list.current;
    if (handle) onSeen(handle.findItemIndex(handle.scrollOffset + handle.viewportSize));
  };
  const reveal = (index: number) => list.current?.scrollToIndex(index, { align: "nearest" });
  return { list, handleScroll, reveal };
}
