import type { Editor } from "@tiptap/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../../lib/api.ts";
import { type DueMark, withDueDates } from "./due-marks.ts";
import { dueWords } from "./due-words.ts";

const LOOK_AFTER_MS = 1_000;
const EVERY_MINUTE = 60_000;

/** Asks for the note's tasks, once it has any, and shows when they are due. Draws nothing itself. */
export function TaskDates({ editor, noteId }: { editor: Editor; noteId: string }) {
  const hasTasks = useHasTasks(editor);
  const { data } = useQuery(
    api.tasks.list.queryOptions({ input: { noteId, limit: 500 }, enabled: hasTasks }),
  );
  const minute = useMinute();
  useEffect(() => {
    if (!data || editor.isDestroyed) return;
    const now = new Date();
    const dates = new Map<string, DueMark>();
    for (const task of data.tasks) {
      const due = dueWords(task, now);
      if (due && task.blockId) dates.set(task.blockId, due);
    }
    const { key, dates: given } = withDueDates(dates);
    editor.view.dispatch(editor.state.tr.setMeta(key, given).setMeta("addToHistory", false));
  }, [data, editor, minute]);
  return null;
}

/** The page is asked, not the document: the browser finds a checkbox among a hundred thousand words at once. */
function useHasTasks(editor: Editor): boolean {
  const [hasTasks, setHasTasks] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      if (!editor.isDestroyed) setHasTasks(editor.view.dom.querySelector('[data-type="taskList"]') !== null);
    };
    const lookLater = () => (timer ??= setTimeout(look, LOOK_AFTER_MS));
    lookLater();
    editor.on("update", lookLater);
    return () => {
      editor.off("update", lookLater);
      clearTimeout(timer);
    };
  }, [editor]);
  return hasTasks;
}

/** Changes every minute, so that what becomes late while the note is open says so. */
function useMinute(): number {
  const [minute, setMinute] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setMinute((count) => count + 1), EVERY_MINUTE);
    return () => clearInterval(timer);
  }, []);
  return minute;
}
