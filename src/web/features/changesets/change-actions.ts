import { Check, ChevronDown, ChevronUp, Undo2, X } from "lucide-react";
import type { Action, ActionContext } from "../../kernel/actions/action.ts";
import { subjectOf } from "../../kernel/actions/subject.ts";
import { t } from "../../lib/messages/t.ts";
import { controls } from "./controls.ts";
import type { Way } from "./parts.ts";

const changeOf = (context: ActionContext) => subjectOf("change", context) ?? (controls()?.current() || null);

const decision = (way: Way, title: string, icon: Action["icon"]): Action => ({
  id: `change.${way}`,
  title,
  group: "Change",
  ...(icon && { icon }),
  keywords: t("review proposal suggestion"),
  isAvailable: (context) => changeOf(context)?.can(way) ?? false,
  run: (context) => {
    changeOf(context)?.decide(way);
    // Who reviews by keys goes on to what is next.
    if (context.via === "keys" && way !== "undo") controls()?.step(1);
  },
});

const isReviewing = () => controls() !== null;

/** What is done with proposed changes while they are on the screen, as a list or in their note. */
export const changeActions: Action[] = [
  decision("apply", t("Accept Change"), Check),
  decision("refuse", t("Refuse Change"), X),
  decision("undo", t("Undo Change"), Undo2),
  {
    id: "change.next",
    title: t("Next Change"),
    group: "Change",
    icon: ChevronDown,
    isAvailable: isReviewing,
    run: () => controls()?.step(1),
  },
  {
    id: "change.previous",
    title: t("Previous Change"),
    group: "Change",
    icon: ChevronUp,
    isAvailable: isReviewing,
    run: () => controls()?.step(-1),
  },
];
