import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { SeoPage, SeoSettings } from "#contract/seo.ts";
import type { MeasuredPage } from "#seo/article.ts";
import { aboutNote } from "#seo/about-note.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { api } from "../../platform/api.ts";
import type { Checked } from "./check-worker.ts";
import { checkNote, holdChecker } from "./checker.ts";
import { measurePage } from "./measure-page.ts";
import { bodyQuery, noteQuery } from "./seo-queries.ts";

const TYPING_MS = 250;

/** Keeps the worker while a screen is shown. */
export function useChecker(): void {
  useEffect(() => holdChecker(), []);
}

/** Weighs the public page, anew when the note changes; null without one that everybody may read. */
function useMeasured(
  page: SeoPage | null | undefined,
  seq: number | undefined,
): MeasuredPage | null | undefined {
  const isOpen = page !== null && page !== undefined && !page.hasPassword;
  const { data, isPending } = useQuery({
    queryKey: ["measured-page", page?.slug, seq],
    queryFn: ({ signal }) => measurePage(`/p/${page!.slug}`, signal),
    enabled: isOpen && seq !== undefined,
    persister: undefined,
    retry: false,
    staleTime: 60_000,
  });
  return isOpen && isPending ? undefined : (data ?? null);
}

/** The report on a note with what is typed by now; the last one stands until there is another. */
export function useReport(noteId: string, draft: SeoSettings | null) {
  useChecker();
  const note = useQuery(noteQuery(noteId));
  const body = useQuery(bodyQuery(noteId));
  const page = note.data?.page;
  const measured = useMeasured(page, body.data?.seq);
  const settings = useDebounced(draft, TYPING_MS) ?? note.data?.settings ?? null;
  const [report, setReport] = useState<{ of: string; checked: Checked } | null>(null);
  const [fault, setFault] = useState<Error | null>(null);
  const about = useMemo(
    () => note.data && settings && aboutNote(note.data, settings, measured ?? null),
    [note.data, settings, measured],
  );
  const text = body.data?.text;
  useEffect(() => {
    if (!about || text === undefined) return;
    let isLeft = false;
    checkNote({ body: text, about }).then(
      (checked) => {
        if (isLeft) return;
        setFault(null);
        setReport({ of: noteId, checked });
      },
      (error: Error) => isLeft || setFault(error),
    );
    return () => void (isLeft = true);
  }, [about, text, noteId]);
  const checked = report?.of === noteId ? report.checked : null;
  useKeepHealth(
    noteId,
    checked,
    draft === null && measured !== undefined && page !== null && page !== undefined,
  );
  const retry = () => [note, body].forEach((query) => void query.refetch());
  return { note, measured: measured ?? null, checked, error: note.error ?? body.error ?? fault, retry };
}

/** What a published note's health is today is kept; not while something is typed. */
function useKeepHealth(noteId: string, checked: Checked | null, isPublished: boolean): void {
  const health = useDebounced(checked && isPublished ? checked.health : null, 1_000);
  useEffect(() => {
    if (health !== null)
      void api.seo.recordHealth.call({ notes: [{ noteId, health }] }).catch(() => {
        // The history lacks a day; what is shown now is right.
      });
  }, [noteId, health]);
}
