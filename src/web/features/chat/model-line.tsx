import { clsx } from "clsx";
import { useEffect } from "react";
import { Link } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { Check, ChevronDown, Eye, Wrench } from "lucide-react";
import type { ChatScope, SentPassage } from "#contract/chat.ts";
import { BROWSER } from "#contract/wire/page-model.ts";
import { canBeChosen, useBrowserModel } from "../../kernel/browser-model/browser-model.ts";
import { chooseBrowserModel, learnBrowserModel } from "../../kernel/browser-model/choose-browser-model.ts";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { api } from "../../platform/api.ts";
import { rpc } from "../../platform/rpc.ts";
import { Menu, MenuItem } from "../../ui/overlay/menu.tsx";
import { t } from "../../lib/messages/t.ts";

type ModelLineProps = {
  providerId: string | null;
  onChoose: (providerId: string | null) => void;
  /** Models may look further by tools, and propose changes. */
  usesTools: boolean;
  onTools: (usesTools: boolean) => void;
  /** What is written, to see what would go out for it. */
  text: string;
  fileIds: string[];
  scope: ChatScope;
};

const linkClass =
  "tap inline-flex items-center gap-1 rounded-sm underline-offset-2 hover:text-ink hover:underline";

/** Which model answers, at which address, and what goes there; without one, that there is none, and where to connect one. */
export function ModelLine(props: ModelLineProps) {
  const { providerId, onChoose, usesTools, onTools, text, fileIds, scope } = props;
  const { data } = useQuery(api.models.list.queryOptions({ input: {} }));
  const hasOwn = useBrowserModel(canBeChosen);
  useEffect(() => void learnBrowserModel(), []);
  if (!data) return <p className="h-4" />;
  const usable = data.providers.filter(({ isEnabled, models }) => isEnabled && models.chat);
  const standard = data.tasks.chat?.providerId;
  const isBrowser = providerId === BROWSER && hasOwn;
  const chosen = isBrowser
    ? undefined
    : (usable.find(({ id }) => id === providerId) ?? usable.find(({ id }) => id === standard));
  const chooseOwn = () => {
    void chooseBrowserModel(true);
    onChoose(BROWSER);
  };
  if (!chosen && !isBrowser)
    return (
      <p className="text-xs text-muted">
        {t("No AI model is connected. Answers quote your own notes, tasks and events.")}{" "}
        <Link to="/app/settings" search={{ tab: "models" } as never} className="underline">
          {t("Connect a model")}
        </Link>{" "}
        {hasOwn && (
          <button type="button" className={clsx(linkClass, "underline")} onClick={chooseOwn}>
            {t("Use This Browser's Model")}
          </button>
        )}
      </p>
    );
  const load = async (): Promise<SentPassage[]> =>
    text.trim() ? (await rpc.chat.preview({ text: text.trim(), scope, fileIds })).passages : [];
  const named = chosen
    ? t("{model} at {host}", { model: chosen.models.chat!, host: chosen.host })
    : t("This browser's model, on this device");
  const choices = usable.length + (hasOwn ? 1 : 0);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
      {choices > 1 || isBrowser ? (
        <Menu
          align="start"
          trigger={
            <button type="button" className={linkClass}>
              {named}
              <ChevronDown size={12} aria-hidden="true" />
            </button>
          }
        >
          {usable.map(({ id, name, models }) => (
            <MenuItem
              key={id}
              icon={id === chosen?.id ? <Check size={15} /> : <span className="w-[15px]" />}
              hint={name}
              onSelect={() => {
                void chooseBrowserModel(false);
                onChoose(id === standard ? null : id);
              }}
            >
              {models.chat}
            </MenuItem>
          ))}
          {hasOwn && (
            <MenuItem
              icon={isBrowser ? <Check size={15} /> : <span className="w-[15px]" />}
              onSelect={chooseOwn}
            >
              {t("This Browser's Model")}
            </MenuItem>
          )}
          {isBrowser && usable.length === 0 && (
            <MenuItem
              icon={<span className="w-[15px]" />}
              onSelect={() => {
                void chooseBrowserModel(false);
                onChoose(null);
              }}
            >
              {t("No Model")}
            </MenuItem>
          )}
        </Menu>
      ) : (
        <span>{named}</span>
      )}
      {isBrowser && <Getting />}
      {chosen && (
        <button
          type="button"
          className={linkClass}
          aria-pressed={usesTools}
          title={t(
            "The model can look further and propose changes. Nothing is written before you accept it.",
          )}
          onClick={() => onTools(!usesTools)}
        >
          <Wrench size={12} aria-hidden="true" /> {usesTools ? t("Tools are on") : t("Tools are off")}
        </button>
      )}
      {chosen && (
        <button
          type="button"
          className={linkClass}
          onClick={() => openDialog({ kind: "chat-sent", where: chosen.host, load })}
        >
          <Eye size={12} aria-hidden="true" /> {t("See what is sent")}
        </button>
      )}
    </div>
  );
}

/** While the browser gets its model. */
function Getting() {
  const { progress, fault } = useBrowserModel();
  if (fault) return <span className="text-danger">{fault}</span>;
  if (progress === null) return null;
  return (
    <span role="status">
      {t("The browser gets its model: {percent} %", { percent: Math.round(progress * 100) })}
    </span>
  );
}
