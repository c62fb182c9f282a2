import { Fragment } from "react";
import { MenuDivider, MenuItem } from "../../ui/overlay/menu.tsx";
import { shortcutWords } from "../../lib/shortcut-words.ts";
import { isAvailable, titleOfAction, type Action, type ActionContext } from "./action.ts";
import { useActions } from "./registry.ts";
import { useKeyHint } from "./key-store.ts";
import { runAction } from "./run-action.ts";
import { t } from "../../lib/messages/t.ts";

type ActionItemsProps = { group: Action["group"]; context: ActionContext };

/** The actions of a group that fit here, as items of a menu; their code comes with the registry, after the first paint. */
export function ActionItems({ group, context }: ActionItemsProps) {
  const actions = useActions((state) => state.actions);
  if (actions.length === 0) return <p className="px-2.5 py-1.5 text-sm text-muted">{t("Loading...")}</p>;
  return actions
    .filter((action) => action.group === group && isAvailable(action, context))
    .map((action, index) => (
      <Fragment key={action.id}>
        {action.startsGroup && index > 0 && <MenuDivider />}
        <ActionItem action={action} context={context} />
      </Fragment>
    ));
}

function ActionItem({ action, context }: { action: Action; context: ActionContext }) {
  const chosen = useKeyHint(action.id);
  const hint = chosen || (action.editorKeys && shortcutWords(action.editorKeys));
  const Icon = action.icon;
  return (
    <MenuItem
      icon={Icon && <Icon size={15} />}
      hint={
        hint && (
          <kbd aria-hidden="true" className="font-sans pointer-coarse:hidden">
            {hint}
          </kbd>
        )
      }
      isDanger={action.isDanger}
      onSelect={() => runAction(action, context)}
    >
      {titleOfAction(action, context)}
    </MenuItem>
  );
}
