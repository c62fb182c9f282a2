import { useCallback, useEffect, useRef, useState } from "react";
import type { PublishedSeo } from "#contract/seo.ts";
import { aboutNote } from "#seo/about-note.ts";
import { useAccountNow } from "../../kernel/account/use-account-now.ts";
import { isoDay } from "../../lib/dates.ts";
import { api, invalidate, queryClient } from "../../platform/api.ts";
import { checkNote } from "./checker.ts";
import { measurePage } from "./measure-page.ts";
import { bodyQuery, noteQuery } from "./seo-queries.ts";
import { useChecker } from "./use-report.ts";

/** Pages that are checked without being asked for, when the list is opened. */
const MOST_BY_ITSELF = 20;
/** The server checks at night: what was written since may be otherwise. */
const SINCE_NIGHT_MS = 86_400_000;
/** Answers that are sent at once. */
const SENT_AT_ONCE = 20;

function staleAmong(pages: PublishedSeo[], today: string): string[] {
  const night = Date.now() - SINCE_NIGHT_MS;
  return pages
    .filter(({ history, updatedAt }) => history.at(-1)?.day !== today || Date.parse(updatedAt) > night)
    .slice(0, MOST_BY_ITSELF)
    .map(({ noteId }) => noteId);
}

async function healthOf(noteId: string, signal: AbortSignal): Promise<number> {
  const [note, body] = await Promise.all([
    queryClient.fetchQuery(noteQuery(noteId)),
    queryClient.fetchQuery(bodyQuery(noteId)),
  ]);
  const isOpen = note.page && !note.page.hasPassword;
  const measured = isOpen ? await measurePage(`/p/${note.page!.slug}`, signal).catch(() => null) : null;
  const { health } = await checkNote({ body: body.text, about: aboutNote(note, note.settings, measured) });
  return health;
}

/** Checks pages one after the other, and keeps what it finds; those that the server has not seen as they are by itself. */
export function useCheckPages(pages: PublishedSeo[] | undefined) {
  useChecker();
  const [{ done, total }, setProgress] = useState({ done: 0, total: 0 });
  const today = isoDay(useAccountNow());
  const running = useRef<AbortController | null>(null);
  const hasBegun = useRef(false);
  const check = useCallback(async (ids: string[]) => {
    if (running.current || ids.length === 0) return;
    const stop = (running.current = new AbortController());
    const found: { noteId: string; health: number }[] = [];
    const send = async () => {
      if (found.length > 0) await api.seo.recordHealth.call({ notes: found.splice(0) });
      invalidate(api.seo.pages.key());
    };
    try {
      for (const [at, noteId] of ids.entries()) {
        if (stop.signal.aborted) return;
        setProgress({ done: at, total: ids.length });
        // One that was deleted meanwhile holds up no other.
        const health = await healthOf(noteId, stop.signal).catch(() => null);
        if (health !== null) found.push({ noteId, health });
        if (found.length >= SENT_AT_ONCE) await send();
      }
      await send();
    } catch {
      // Without the server they are checked the next time.
    } finally {
      running.current = null;
      setProgress({ done: 0, total: 0 });
    }
  }, []);
  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    if (!pages || hasBegun.current) return;
    hasBegun.current = true;
    void check(staleAmong(pages, today));
  }, [pages, today, check]);
  return { done, total, checkAll: () => void check((pages ?? []).map(({ noteId }) => noteId)) };
}
