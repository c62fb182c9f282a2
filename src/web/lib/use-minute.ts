import { useEffect, useState } from "react";

const EVERY_MINUTE = 60_000;

/** Changes every minute, so that what becomes late while it is on the screen says so. */
export function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), EVERY_MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}
