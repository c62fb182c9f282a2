import { useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";

type NoticeCardProps = { label: string; children: ReactNode; actions: ReactNode };

/** Below the page in the frame's own place for it: it covers nothing and takes no focus, because it can wait. */
export function NoticeCard({ label, children, actions }: NoticeCardProps) {
  // The frame comes and goes with the pages; each time it has another place.
  useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const place = document.querySelector("#notices");
  if (!place) return null;
  return createPortal(
    <section
      aria-label={label}
      className="flex max-h-[40dvh] flex-wrap items-center gap-x-6 gap-y-2 overflow-y-auto border-t border-line bg-raised px-4 py-3 text-sm"
    >
      <div className="min-w-0 flex-1 basis-64">{children}</div>
      <div className="ms-auto flex flex-wrap justify-end gap-2">{actions}</div>
    </section>,
    place,
  );
}
