import { useQuery } from "@tanstack/react-query";
import type { Editor } from "@tiptap/core";
import { useEffect, useState } from "react";
import { api } from "../../platform/api.ts";
import { useIsOffline } from "../../platform/connection.ts";
import { isWaitingToBeCreated } from "../../platform/send.ts";
import { usePreferences } from "../../kernel/workspace/frame.ts";
import { useMinute } from "../../lib/use-minute.ts";
import { useEditorState } from "../use-editor.ts";
import { recallChosen, refuseDue, settleChosen, useChosenDues } from "./chosen-dues.ts";
import { dueNeeds, showDues } from "./due-marks.ts";
import { dueReader, type DueSource, type Settled } from "./due-source.ts";

const LIST_MAX = 500;

/** Gives the text its due days, once it has tasks: the server's, and those that were just written. Draws nothing itself. */
export function TaskDates({ editor, noteId }: { editor: Editor; noteId: string }) {
  const { hasTasks, isReaderWanted } = useEditorState(editor, ({ state }) => dueNeeds(state));
  const { data: note } = useQuery(
    api.notes.get.queryOptions({
      input: { noteId },
      enabled: () => hasTasks && !isWaitingToBeCreated(noteId),
      staleTime: Infinity,
    }),
  );
  // Tasks are the owner's: what a guest's "tomorrow" means is nobody's day.
  const isOwn = note !== undefined && note.isForeign !== true;
  const { data } = useQuery(
    api.tasks.list.queryOptions({ input: { noteId, limit: LIST_MAX }, enabled: hasTasks && isOwn }),
  );
  const read = useReader(isReaderWanted && isOwn);
  const chosen = useChosenDues(noteId);
  const now = useMinute();
  useEffect(() => recallChosen(noteId), [noteId]);
  useEffect(() => {
    const saysSame = (one: string, other: string) =>
      one === other || (read !== null && read(one)?.words === read(other)?.words);
    if (data) settleChosen(noteId, data.tasks, saysSame);
  }, [data, read, noteId]);
  useEffect(() => {
    if (!isOwn || editor.isDestroyed) return;
    const settled = new Map<string, Settled>();
    for (const task of data?.tasks ?? []) if (task.blockId) settled.set(task.blockId, task);
    for (const [blockId, due] of Object.entries(chosen)) settled.set(blockId, due);
    showDues(editor.view, {
      settled,
      isWhole: data !== undefined && data.nextCursor === null,
      read,
      now,
      refuse: (blockId, refused) => void refuseDue(noteId, blockId, refused),
    });
  }, [data, chosen, read, now, isOwn, editor, noteId]);
  return null;
}

/**
 * The parser, once it is wanted; if it cannot be fetched, the server's answers come all the same, and it is fetched
 * anew when the connection is back.
 */
function useReader(isWanted: boolean): DueSource["read"] {
  const timeZone = usePreferences()?.settings.timeZone;
  const isOffline = useIsOffline();
  const [reader, setReader] = useState<{ read: DueSource["read"]; timeZone: string | undefined }>();
  useEffect(() => {
    let isLeft = false;
    if (isWanted)
      dueReader(timeZone).then(
        (read) => !isLeft && setReader({ read, timeZone }),
        () => {},
      );
    return () => void (isLeft = true);
  }, [isWanted, timeZone, isOffline]);
  return reader?.timeZone === timeZone ? (reader?.read ?? null) : null;
}
