import { useState } from "react";
import { Link } from "@tanstack/react-router";
import type { ChatAction } from "#contract/chat.ts";
import { rpc } from "../../../platform/rpc.ts";
import { failureWords } from "../../../platform/rpc-errors.ts";
import { send } from "../../../platform/send.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { t } from "../../../lib/messages/t.ts";

/** What a command made, to open and to take back; or where it leads. */
export function AnswerAction({ action }: { action: ChatAction }) {
  if (action.kind === "open")
    return <Go to={`/app/editor/${action.noteId}`} words={t("Open {title}", { title: action.title })} />;
  if (action.kind === "find")
    return (
      <Go
        to="/app/explorer"
        search={{ q: action.query }}
        words={t("Search for {query}", { query: action.query })}
      />
    );
  return <Made action={action} />;
}

type Made = Exclude<ChatAction, { kind: "open" | "find" }>;

type Created = Extract<ChatAction, { kind: "created" }>;

const placeOf = ({ entity, id }: Created) =>
  entity === "note"
    ? { to: `/app/editor/${id}` }
    : entity === "task"
      ? { to: "/app/tasks", search: { task: id } }
      : { to: "/app/calendar", search: { event: id } };

const REMOVE: Record<Created["entity"], (id: string) => Promise<unknown>> = {
  note: (noteId) => send(["notes", "remove"], { noteId }, () => rpc.notes.remove({ noteId })),
  task: (taskId) => send(["tasks", "remove"], { taskId }, () => rpc.tasks.remove({ taskId })),
  event: (eventId) => send(["events", "remove"], { eventId }, () => rpc.events.remove({ eventId })),
};

const takeBack = (action: Made): Promise<unknown> =>
  action.kind === "created"
    ? REMOVE[action.entity](action.id)
    : send(["memories", "remove"], { memoryId: action.memoryId }, () =>
        rpc.memories.remove({ memoryId: action.memoryId }),
      );

function Made({ action }: { action: Made }) {
  const [isTakenBack, setIsTakenBack] = useState(false);
  const handleUndo = async () => {
    try {
      await takeBack(action);
      setIsTakenBack(true);
    } catch (error) {
      toast.error(failureWords(error, t("Couldn't undo this.")));
    }
  };
  if (isTakenBack)
    return (
      <p className="text-sm text-muted">
        {action.kind === "created" ? t("Undone. It is in the trash.") : t("Undone.")}
      </p>
    );
  return (
    <div className="flex flex-wrap gap-2">
      {action.kind === "created" ? (
        <Go {...placeOf(action)} words={t("Open {title}", { title: action.title })} />
      ) : (
        <Go to="/app/settings" search={{ tab: "models" }} words={t("See what is kept in mind")} />
      )}
      <Button onClick={() => void handleUndo()}>{t("Undo")}</Button>
    </div>
  );
}

function Go({ to, search = {}, words }: { to: string; search?: object; words: string }) {
  return (
    <Link to={to} search={search as never} className={buttonClass("plain", "max-w-full self-start")}>
      <span className="truncate">{words}</span>
    </Link>
  );
}
