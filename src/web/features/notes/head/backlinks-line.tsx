import { useQuery } from "@tanstack/react-query";
import { Waypoints } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { openPanel } from "../../../kernel/workspace/slot.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { backlinksOptions } from "./links-in.ts";

/** Shortly before it is scrolled to. */
const NEAR = "200px";

/** Under the text: how many notes lead to this one. Asked for when it comes into view, so that opening a note waits for nothing. */
export function BacklinksLine({ noteId }: { noteId: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsSeen(true), {
      rootMargin: NEAR,
    });
    if (place.current) seen.observe(place.current);
    return () => seen.disconnect();
  }, []);
  const { data } = useQuery({ ...backlinksOptions(noteId), enabled: isSeen });
  const words = data && [
    data.linked.length > 0 &&
      plural(data.linked.length, { one: "{count} backlink", other: "{count} backlinks" }),
    data.unlinked.length > 0 &&
      plural(data.unlinked.length, { one: "{count} unlinked mention", other: "{count} unlinked mentions" }),
  ];
  const shown = words?.filter(Boolean).join(" · ");
  return (
    <div ref={place} className="note-width mx-auto min-h-px max-w-3xl px-4 pb-10 sm:px-6 print:hidden">
      {shown && (
        <button
          type="button"
          onClick={() => openPanel("links", { takesFocus: true })}
          className="tap -mx-2 inline-flex min-h-8 items-center gap-2 rounded-md px-2 text-sm text-muted hover:bg-hover hover:text-ink"
        >
          <Waypoints size={15} aria-hidden="true" /> {shown}
        </button>
      )}
    </div>
  );
}
