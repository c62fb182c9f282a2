import { useAnnouncement } from "./announce.ts";

export function Announcements() {
  const { words, count } = useAnnouncement();
  return (
    <p role="status" className="sr-only">
      {/* A new element each time, or saying the same again would change nothing. */}
      <span key={count}>{words}</span>
    </p>
  );
}
