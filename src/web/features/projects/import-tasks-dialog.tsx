import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { clsx } from "clsx";
import { useEffect, useId, useRef, useState } from "react";
import type { TableState, TaskTableLook } from "#contract/imports.ts";
import type { Project } from "#contract/projects.ts";
import { undoable } from "../../kernel/undo.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { queryClient } from "../../platform/api.ts";
import { rpc } from "../../platform/rpc.ts";
import { Button } from "../../ui/button.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Select } from "../../ui/overlay/select.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast-store.ts";
import {
  changedWords,
  importTable,
  leftOutWords,
  lookAtTable,
  mayBeTaken,
  MOST_BYTES,
  refusalWords,
  strangerWords,
  SOURCES,
  type TableChoices,
  TABLE_STATE_WORDS,
} from "./task-table.ts";

type ImportTasksDialogProps = { project: Project | null; onClose: () => void };

/** Tasks of a table of another program, into a project or a new one: looked at before anything is made. */
export function ImportTasksDialog({ project, onClose }: ImportTasksDialogProps) {
  const [file, setFile] = useState<File | null>(null);
  return (
    <Dialog
      title={project ? t("Import Tasks Into {title}", { title: project.title }) : t("Import Tasks")}
      isOpen
      onClose={onClose}
      size="medium"
    >
      <div className="-m-1 flex min-h-0 flex-1 flex-col overflow-y-auto p-1">
        <ChooseTable file={file} onChoose={setFile} />
        {file && <Look key={`${file.name} ${file.lastModified}`} {...{ file, project, onClose }} />}
      </div>
    </Dialog>
  );
}

function ChooseTable({ file, onChoose }: { file: File | null; onChoose: (file: File) => void }) {
  const id = useId();
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > MOST_BYTES)
      toast.error(t("This file is larger than 10 MB. Export fewer tasks at a time."));
    else onChoose(chosen);
  };
  return (
    <div className="flex flex-col gap-2 text-sm">
      {!file && (
        <p className="text-muted">
          {t(
            "From a CSV file: Linear's export of issues, Trello's export of a board, or any table with a title column. You see what will be made before it is.",
          )}
        </p>
      )}
      <label htmlFor={id} className="font-medium">
        {t("CSV file")}
      </label>
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        autoFocus
        className={clsx(
          inputClass,
          "h-auto! py-1.5 file:me-3 file:rounded-md file:border-0 file:bg-pressed file:px-3 file:py-1 file:text-sm file:text-text",
        )}
        onChange={(event) => choose(event.currentTarget.files?.[0])}
      />
    </div>
  );
}

type LookProps = ImportTasksDialogProps & { file: File };

function Look({ file, project, onClose }: LookProps) {
  const navigate = useNavigate();
  const [choices, setChoices] = useState<TableChoices>({
    states: null,
    withAway: false,
    isDayFirst: null,
  });
  const [title, setTitle] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isHere = useIsHere();
  const {
    data: look,
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ["task-table", file.name, file.size, file.lastModified, choices, project?.id],
    queryFn: ({ signal }) => lookAtTable(file, choices, project?.id, signal),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  if (error) return <LookFailed {...{ error, onClose }} onAgain={() => void refetch()} isBusy={isFetching} />;
  if (!look)
    return (
      <div className="mt-4">
        <p role="status" className="text-sm text-muted">
          {t("Reading the table...")}
        </p>
        <SkeletonRows count={4} />
      </div>
    );
  const start = async () => {
    setIsBusy(true);
    const into = project ? { projectId: project.id } : { title: (title ?? look.title).trim() || look.title };
    const isDone = await importAndTell(file, choices, into, (projectId) => {
      // Who closed it and went on elsewhere isn't called away.
      if (!isHere.current) return;
      onClose();
      void navigate({
        to: "/app/projects/$projectId",
        params: { projectId },
        search: { tab: "tasks" } as never,
      });
    });
    if (!isDone) setIsBusy(false);
  };
  return (
    <div className="mt-4 flex flex-col gap-5" aria-busy={isFetching}>
      <Summary look={look} />
      {!project && (
        <Field
          label={t("New project")}
          value={title ?? look.title}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
      )}
      {look.dayOrder && !look.dayOrder.isSure && (
        <Select
          label={t("Dates such as 03/04/2026")}
          value={look.dayOrder.isDayFirst ? "day" : "month"}
          onChange={(event) => {
            const isDayFirst = event.currentTarget.value === "day";
            setChoices((before) => ({ ...before, isDayFirst }));
          }}
        >
          <option value="month">{t("Month first: March 4")}</option>
          <option value="day">{t("Day first: April 3")}</option>
        </Select>
      )}
      {look.states.length > 0 && (
        <States look={look} onChange={(states) => setChoices((before) => ({ ...before, states }))} />
      )}
      {look.away > 0 && (
        <label className="tap flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={choices.withAway}
            className="size-4 accent-accent-fill"
            onChange={(event) => {
              const withAway = event.currentTarget.checked;
              setChoices((before) => ({ ...before, withAway }));
            }}
          />
          {plural(look.away, {
            one: "Also the {count} that is archived or canceled",
            other: "Also the {count} that are archived or canceled",
          })}
        </label>
      )}
      <Rows look={look} />
      <div className="sticky -bottom-1 -mx-1 -mt-5 -mb-1 bg-raised px-1 pb-1">
        <p role="status" className={clsx("text-sm text-muted", isBusy && "pt-3")}>
          {isBusy && t("Importing... It goes on when you close this.")}
        </p>
        <DialogActions>
          <Button onClick={onClose}>{isBusy ? t("Close") : t("Cancel")}</Button>
          <Button look="primary" isBusy={isBusy} disabled={look.tasks === 0} onClick={() => void start()}>
            {plural(look.tasks, { one: "Import {count} Task", other: "Import {count} Tasks" })}
          </Button>
        </DialogActions>
      </div>
    </div>
  );
}

/** Whether whoever waits for something is still there when it comes. */
function useIsHere() {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}

type LookFailedProps = { error: Error; isBusy: boolean; onAgain: () => void; onClose: () => void };

/** The same file can't be chosen a second time: it is sent again from here. */
function LookFailed({ error, isBusy, onAgain, onClose }: LookFailedProps) {
  return (
    <div className="mt-4 flex flex-col gap-4">
      <p role="alert" className="text-sm text-danger">
        {refusalWords(error, t("The table couldn't be looked at. Check your connection."))}
      </p>
      <DialogActions>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        {mayBeTaken(error) && (
          <Button isBusy={isBusy} onClick={onAgain}>
            {t("Try again")}
          </Button>
        )}
      </DialogActions>
    </div>
  );
}

/** @returns whether it was made */
async function importAndTell(
  file: File,
  choices: TableChoices,
  into: Parameters<typeof importTable>[2],
  onMade: (projectId: string) => void,
): Promise<boolean> {
  try {
    const { importId, projectId, made } = await importTable(file, choices, into);
    onMade(projectId);
    await queryClient.invalidateQueries();
    undoable(
      plural(made, { one: "{count} task imported", other: "{count} tasks imported" }),
      async () => {
        await rpc.imports.undo({ importId });
        await queryClient.invalidateQueries();
        return t("Import taken back. What you changed since then stayed.");
      },
      { name: file.name },
    );
    return true;
  } catch (error) {
    toast.error(refusalWords(error, t("The file couldn't be sent. Check your connection.")));
    return false;
  }
}

function Summary({ look }: { look: TaskTableLook }) {
  return (
    <div className="flex flex-col gap-1 text-sm" aria-live="polite">
      <p className="font-medium">
        {SOURCES[look.source]}
        {": "}
        {plural(look.tasks, { one: "{count} task will be created", other: "{count} tasks will be created" })}
        {look.subTasks > 0 &&
          `, ${plural(look.subTasks, { one: "{count} of them a sub-task", other: "{count} of them sub-tasks" })}`}
      </p>
      {look.leftOut.length > 0 && (
        <ul aria-label={t("Left out")} className="list-disc ps-5 text-muted">
          {look.leftOut.map((each) => (
            <li key={each.why}>{t("Left out: {why}", { why: leftOutWords(each) })}</li>
          ))}
        </ul>
      )}
      {look.assigned > 0 && (
        <p>
          {plural(look.assigned, {
            one: "{count} task is assigned to someone in the project",
            other: "{count} tasks are assigned to people in the project",
          })}
        </p>
      )}
      {look.changed.length + look.strangers.count > 0 && (
        <ul aria-label={t("Different from there")} className="list-disc ps-5 text-muted">
          {look.strangers.count > 0 && <li>{strangerWords(look.strangers)}</li>}
          {look.changed.map((each) => (
            <li key={each.what}>{changedWords(each)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

const STATES = ["todo", "doing", "done", "skip"] as const;

function States({ look, onChange }: { look: TaskTableLook; onChange: (states: TableState[]) => void }) {
  const states = look.states.map(({ state }) => state);
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-sm font-medium">{t("What each list or status becomes")}</legend>
      {look.states.map(({ value, count, state }, at) => (
        <label key={value} className="grid grid-cols-[minmax(0,1fr)_9rem] items-center gap-3 text-sm">
          <span className="min-w-0 truncate">
            <bdi>{value || t("Nothing")}</bdi> <span className="text-faint tabular-nums">{count}</span>
          </span>
          <select
            value={state}
            className={clsx(inputClass, "h-9 pointer-coarse:h-11 [&>option]:bg-raised")}
            onChange={(event) => onChange(states.with(at, event.currentTarget.value as TableState))}
          >
            {STATES.map((each) => (
              <option key={each} value={each}>
                {TABLE_STATE_WORDS[each]}
              </option>
            ))}
          </select>
        </label>
      ))}
    </fieldset>
  );
}

function Rows({ look }: { look: TaskTableLook }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm font-medium">
        {plural(look.rows.length, { one: "First task", other: "First {count} tasks" })}
      </h3>
      <ul className="divide-y divide-line rounded-md border border-line text-sm">
        {look.rows.map((row, at) => (
          <li
            key={at}
            className={clsx(
              "flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-3 py-1.5",
              row.isBelow && "ps-8",
              row.state === "skip" && "text-faint",
            )}
          >
            <bdi
              className={clsx("min-w-0 flex-1 basis-48 break-words", row.state === "skip" && "line-through")}
            >
              {row.title}
            </bdi>
            <span className="text-muted">
              {[TABLE_STATE_WORDS[row.state], row.dueDate, ...row.tags].filter(Boolean).join(" · ")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
