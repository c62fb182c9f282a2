import { Rows3 } from "lucide-react";
import { ActionItems } from "../../kernel/actions/action-items.tsx";
import { actionContext } from "../../kernel/actions/here.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu } from "../../ui/overlay/menu.tsx";
import { t } from "../../lib/messages/t.ts";

/** Drawn when the menu opens: what there is depends on the text that is open then. */
function Items() {
  return <ActionItems group="View" context={actionContext("menu")} />;
}

/** Outline, find, focus and the other ways to look at the text of the note. */
export function ViewMenu() {
  return (
    <Menu
      trigger={
        <IconButton label={t("View")}>
          <Rows3 size={16} />
        </IconButton>
      }
    >
      <Items />
    </Menu>
  );
}
