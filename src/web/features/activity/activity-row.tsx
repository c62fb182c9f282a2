import { Link } from "@tanstack/react-router";
import { Trash2, Undo2 } from "lucide-react";
import { useState } from "react";
import type { Activity } from "#contract/activity.ts";
import { Time } from "../../ui/dates/time.tsx";
import { RetryMark } from "../../kernel/retry-mark.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Tooltip } from "../../ui/overlay/tooltip.tsx";
import { removeActivity, undoActivity } from "./activity-changes.ts";
import { useActivityLog } from "./activity-log.ts";
import { describeChanges } from "./describe-changes.ts";
import { t } from "../../lib/messages/t.ts";

type ActivityRowProps = {
  activity: Activity;
  /** The log is somebody else's. */
  isReader?: boolean;
};

export function ActivityRow({ activity, isReader = false }: ActivityRowProps) {
  const { type, title, description, metadata, createdAt, canUndo } = activity;
  const { metaOf, fields, pathOf } = useActivityLog();
  const { icon: Icon, words } = metaOf(type);
  // What was deleted is in the trash.
  const place = type.endsWith("_deleted") ? null : pathOf(activity);
  const changes = describeChanges(metadata, fields);
  return (
    <article className="group flex items-start gap-3 rounded-md py-2.5 sm:px-3 hover:bg-hover">
      <Icon size={16} role="img" aria-label={words} className="mt-0.5 shrink-0 text-faint" />
      <div className="flex min-w-0 flex-1 items-start gap-3 max-sm:flex-col max-sm:gap-0.5">
        <div className="min-w-0 flex-1 max-sm:w-full">
          <h2 className="break-words">
            {place ? (
              <Link to={place as string} className="tap rounded-md hover:underline">
                {title}
              </Link>
            ) : (
              title
            )}
          </h2>
          {description && <p className="text-sm text-muted">{description}</p>}
          {changes.length > 0 && (
            <ul className="mt-0.5 text-sm break-words text-muted">
              {changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          )}
          {Boolean(metadata["undoneAt"]) && <p className="text-sm text-faint">{t("Undone")}</p>}
        </div>
        <Time at={createdAt} className="shrink-0 pt-px text-xs leading-5 text-faint" />
      </div>
      <div className="-my-1 flex shrink-0 items-center gap-1 ">
        <RetryMark id={activity.id} isCompact />
        {canUndo && <UndoButton activity={activity} />}
        {!isReader && (
          <Tooltip words={t("Delete from log")}>
            <IconButton
              label={t("Delete from log: {title}", { title })}
              onClick={() => void removeActivity(activity)}
            >
              <Trash2 size={14} />
            </IconButton>
          </Tooltip>
        )}
      </div>
    </article>
  );
}

function UndoButton({ activity }: { activity: Activity }) {
  const [isBusy, setIsBusy] = useState(false);
  const handleUndo = async () => {
    setIsBusy(true);
    await undoActivity(activity);
    setIsBusy(false);
  };
  return (
    <Button
      look="quiet"
      className="h-7 px-2"
      isBusy={isBusy}
      aria-label={t("Undo: {title}", { title: activity.title })}
      onClick={() => void handleUndo()}
    >
      {!isBusy && <Undo2 size={14} aria-hidden="true" />} <span className="max-sm:sr-only">{t("Undo")}</span>
    </Button>
  );
}
