import { Link } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { Check, ChevronDown, Eye } from "lucide-react";
import type { ChatScope, SentPassage } from "#contract/chat.ts";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { api } from "../../platform/api.ts";
import { rpc } from "../../platform/rpc.ts";
import { Menu, MenuItem } from "../../ui/overlay/menu.tsx";
import { t } from "../../lib/messages/t.ts";

type ModelLineProps = {
  providerId: string | null;
  onChoose: (providerId: string | null) => void;
  /** What is written, to see what would go out for it. */
  text: string;
  fileIds: string[];
  scope: ChatScope;
};

const linkClass =
  "tap inline-flex items-center gap-1 rounded-sm underline-offset-2 hover:text-ink hover:underline";

/** Which model answers, at which address, and what goes there; without one, that there is none, and where to connect one. */
export function ModelLine({ providerId, onChoose, text, fileIds, scope }: ModelLineProps) {
  const { data } = useQuery(api.models.list.queryOptions({ input: {} }));
  if (!data) return <p className="h-4" />;
  const usable = data.providers.filter(({ isEnabled, models }) => isEnabled && models.chat);
  const standard = data.tasks.chat?.providerId;
  const chosen = usable.find(({ id }) => id === providerId) ?? usable.find(({ id }) => id === standard);
  if (!chosen)
    return (
      <p className="text-xs text-muted">
        {t("No AI model is connected. Answers quote your own notes, tasks and events.")}{" "}
        <Link to="/app/settings" search={{ tab: "models" } as never} className="underline">
          {t("Connect a model")}
        </Link>
      </p>
    );
  const load = async (): Promise<SentPassage[]> =>
    text.trim() ? (await rpc.chat.preview({ text: text.trim(), scope, fileIds })).passages : [];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
      {usable.length > 1 ? (
        <Menu
          align="start"
          trigger={
            <button type="button" className={linkClass}>
              {t("{model} at {host}", { model: chosen.models.chat!, host: chosen.host })}
              <ChevronDown size={12} aria-hidden="true" />
            </button>
          }
        >
          {usable.map(({ id, name, models }) => (
            <MenuItem
              key={id}
              icon={id === chosen.id ? <Check size={15} /> : <span className="w-[15px]" />}
              hint={name}
              onSelect={() => onChoose(id === standard ? null : id)}
            >
              {models.chat}
            </MenuItem>
          ))}
        </Menu>
      ) : (
        <span>{t("{model} at {host}", { model: chosen.models.chat!, host: chosen.host })}</span>
      )}
      <button
        type="button"
        className={linkClass}
        onClick={() => openDialog({ kind: "chat-sent", where: chosen.host, load })}
      >
        <Eye size={12} aria-hidden="true" /> {t("See what is sent")}
      </button>
    </div>
  );
}
