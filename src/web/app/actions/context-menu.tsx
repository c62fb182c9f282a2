import { useEffect, useState } from "react";
import type { ActionContext, SubjectGroup } from "../../kernel/actions/action.ts";
import { ActionItems } from "../../kernel/actions/action-items.tsx";
import { actionContext } from "../../kernel/actions/here.ts";
import type { Subject } from "../../kernel/actions/subject.ts";
import { MenuAt } from "../../ui/overlay/menu-at.tsx";
import { nameOf, rowAt, subjectAt } from "./subject-at.ts";
import { t } from "../../lib/messages/t.ts";

type Opened = {
  id: number;
  place: DOMRect;
  opener: HTMLElement | null;
  subject: Subject;
  context: ActionContext;
};

const groupOf = ({ kind }: Subject) => `${kind.charAt(0).toUpperCase()}${kind.slice(1)}` as SubjectGroup;

/**
 * The menu of a row, as of a note or a folder, by right click, long press or the menu key. With Alt the browser's own comes,
 * which knows more about links.
 */
export function ContextMenu() {
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    const handleMenu = (event: MouseEvent) => {
      if (event.defaultPrevented || event.altKey || !(event.target instanceof Element)) return;
      const row = rowAt(event.target);
      const subject = subjectAt(row);
      if (!row || !subject) return;
      event.preventDefault();
      // By the menu key there is no pointer: the menu stands under what has the focus.
      const isByKey = event.button !== 2 && event.clientX + event.clientY === 0;
      const place = isByKey
        ? event.target.getBoundingClientRect()
        : new DOMRect(event.clientX, event.clientY, 0, 0);
      const opener = row.querySelector<HTMLElement>("a");
      setOpened({ id: event.timeStamp, place, opener, subject, context: actionContext("menu", { subject }) });
    };
    document.addEventListener("contextmenu", handleMenu);
    return () => document.removeEventListener("contextmenu", handleMenu);
  }, []);
  if (!opened) return null;
  const { id, place, opener, subject, context } = opened;
  return (
    <MenuAt
      key={id}
      place={place}
      opener={opener}
      label={t("Actions for {name}", { name: nameOf(subject) })}
      onClose={() => setOpened(null)}
    >
      <ActionItems group={groupOf(subject)} context={context} />
    </MenuAt>
  );
}
