import { t } from "../lib/messages/t.ts";

/** Turns; under reduced motion it stands still and the words beside it speak. */
export function Spinner({ size = 16 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" className="animate-spin" aria-hidden="true">
      <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" strokeOpacity="0.22" strokeWidth="2" />
      <path
        d="M8 1.5A6.5 6.5 0 0 1 14.5 8"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** A full page that waits. */
export function LoadingPage({ words = t("Loading... Please wait") }: { words?: string }) {
  return (
    <div role="status" className="grid min-h-[60dvh] place-items-center text-muted">
      <span className="flex items-center gap-2.5 text-sm">
        <Spinner /> {words}
      </span>
    </div>
  );
}
