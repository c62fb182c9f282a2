import { CircleStop, Play, Timer } from "lucide-react";
import type { Task } from "#contract/tasks.ts";
import { t } from "../../../lib/messages/t.ts";
import { Button } from "../../../ui/button.tsx";
import { MenuItem } from "../../../ui/overlay/menu.tsx";
import { startFocus, stopFocus, useFocus } from "./focus-store.ts";

const useIsTimed = (task: Task) => useFocus(({ focus }) => focus?.taskId === task.id);

/** In the menu of a task's row. */
export function FocusItems({ task }: { task: Task }) {
  if (useIsTimed(task))
    return (
      <MenuItem icon={<CircleStop size={15} />} onSelect={() => void stopFocus()}>
        {t("Stop Timer")}
      </MenuItem>
    );
  return (
    <>
      <MenuItem icon={<Play size={15} />} onSelect={() => void startFocus(task, "up")}>
        {t("Start Timer")}
      </MenuItem>
      <MenuItem icon={<Timer size={15} />} onSelect={() => void startFocus(task, "rounds")}>
        {t("Focus for 25 Minutes")}
      </MenuItem>
    </>
  );
}

/** In the dialog of a task, beside the time that was spent on it. */
export function FocusButtons({ task }: { task: Task }) {
  const isTimed = useIsTimed(task);
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {isTimed ? (
        <Button onClick={() => void stopFocus()}>
          <CircleStop size={15} aria-hidden="true" /> {t("Stop timer")}
        </Button>
      ) : (
        <>
          <Button onClick={() => void startFocus(task, "up")}>
            <Play size={15} aria-hidden="true" /> {t("Start timer")}
          </Button>
          <Button onClick={() => void startFocus(task, "rounds")}>
            <Timer size={15} aria-hidden="true" /> {t("Focus for 25 minutes")}
          </Button>
        </>
      )}
    </div>
  );
}
