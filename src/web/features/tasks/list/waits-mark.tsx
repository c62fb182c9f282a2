import { clsx } from "clsx";
import { Hourglass } from "lucide-react";
import type { Task } from "#contract/tasks.ts";
import { t } from "../../../lib/messages/t.ts";
import { useWaits } from "../waiting.ts";

/** Says what has to be done before a task; `isShort` where a phone has no room for it beside a title. */
export function WaitsMark({
  task,
  isShort,
  className,
}: {
  task: Task;
  isShort?: boolean;
  className?: string;
}) {
  const [first, ...others] = useWaits(task);
  if (!first) return null;
  const words =
    others.length === 0
      ? t("Waits for {title}", { title: first.title })
      : t("Waits for {title} and {count} more", { title: first.title, count: others.length });
  return (
    <span
      title={words}
      className={clsx("flex min-w-0 shrink items-center gap-1 text-xs text-warn", className)}
    >
      <Hourglass size={12} aria-hidden="true" className="shrink-0" />
      <bdi className={clsx("max-w-48 truncate", isShort && "max-sm:sr-only")}>{words}</bdi>
    </span>
  );
}
