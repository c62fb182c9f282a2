import { useNavigate } from "@tanstack/react-router";
import {
  CalendarDays,
  Download,
  FolderOpen,
  type LucideIcon,
  PencilLine,
  RefreshCw,
  Settings,
  Users,
} from "lucide-react";
import { actionContext } from "../../../kernel/actions/here.ts";
import { useActions } from "../../../kernel/actions/registry.ts";
import { runAction } from "../../../kernel/actions/run-action.ts";
import { exportAllNotes } from "../../../kernel/notes/export-all.ts";
import { defineFields } from "../../../kernel/widgets/settings.ts";
import { defineWidget } from "../../../kernel/widgets/widget.ts";
import { t } from "../../../lib/messages/t.ts";
import { queryClient } from "../../../platform/api.ts";

type Go = (href: string) => void;
type QuickAction = { id: string; words: string; icon: LucideIcon; run: (go: Go) => unknown };

/** Most actions come after the first paint, and a press before that waits for its own. */
async function runWhenKnown(id: string): Promise<void> {
  const { actions, areComplete } = useActions.getState();
  const action = actions.find((one) => one.id === id);
  if (action) return runAction(action, actionContext("menu"));
  if (areComplete) return;
  await new Promise<void>((resolve) => {
    const stop = useActions.subscribe(() => {
      stop();
      resolve();
    });
  });
  return runWhenKnown(id);
}

const ACTIONS: readonly QuickAction[] = [
  { id: "note", words: t("New Note"), icon: PencilLine, run: () => runWhenKnown("note.create") },
  { id: "documents", words: t("Documents"), icon: FolderOpen, run: (go) => go("/app/explorer") },
  { id: "schedule", words: t("Schedule"), icon: CalendarDays, run: (go) => go("/app/calendar") },
  { id: "team", words: t("Team"), icon: Users, run: (go) => go("/app/shared") },
  { id: "settings", words: t("Settings"), icon: Settings, run: (go) => go("/app/settings") },
  { id: "export", words: t("Export"), icon: Download, run: () => exportAllNotes() },
  {
    id: "refresh",
    words: t("Refresh Actions"),
    icon: RefreshCw,
    run: () => {
      void queryClient.invalidateQueries({ refetchType: "active" });
      return runWhenKnown("notes.refresh");
    },
  },
];
const IDS = ACTIONS.map(({ id }) => id).join(", ");

const fields = defineFields({
  order: {
    kind: "text",
    label: t("Actions, in their order"),
    hint: t("Any of: {actions}", { actions: IDS }),
    initial: IDS,
  },
});

/** Those that are named, in that order; all of them when none is. */
export function chosenActions(order: string): readonly QuickAction[] {
  const named = order.split(/[\s,]+/).flatMap((id) => ACTIONS.filter((action) => action.id === id));
  const chosen = [...new Set(named)];
  return chosen.length > 0 ? chosen : ACTIONS;
}

function Buttons({ actions, go }: { actions: readonly QuickAction[]; go: Go }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-2">
      {actions.map(({ id, words, icon: Icon, run }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => void run(go)}
            className="tap flex min-h-11 w-full items-center gap-2.5 rounded-md border border-line bg-raised px-3 text-start text-sm hover:bg-pressed"
          >
            <Icon size={16} aria-hidden="true" className="shrink-0 text-accent" />
            <span className="min-w-0">{words}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

export const widget = defineWidget({
  fields,
  link: { to: "/app/components", words: t("Component Library") },
  View: function QuickActions({ settings: { order } }) {
    const navigate = useNavigate();
    return <Buttons actions={chosenActions(order)} go={(href) => void navigate({ to: href })} />;
  },
  Preview: function QuickActionsPreview() {
    return <Buttons actions={ACTIONS.slice(0, 4)} go={() => undefined} />;
  },
});
