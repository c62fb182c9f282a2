import { useRouter } from "@tanstack/react-router";
import { changePreferences } from "../../../kernel/workspace/change-preferences.ts";
import { t } from "../../../lib/messages/t.ts";
import type { ListChoices } from "./explorer-choices.ts";

/** Keeps how lists are looked at for the next visit, and offers to take that back: the list shows it at once then. */
export function useKeepChoices() {
  const router = useRouter();
  return function keep({ layout, sort, order }: ListChoices, before: ListChoices): void {
    const { pathname } = router.state.location;
    const show = (choices: ListChoices) => {
      if (router.state.location.pathname !== pathname) return;
      const shown = { layout: choices.layout, sort: choices.sort, order: choices.order };
      void router.navigate({
        to: ".",
        search: (search) => ({ ...search, ...shown }) as never,
        replace: true,
      });
    };
    void changePreferences(
      { settings: { explorer: { layout, sort, order } } },
      {
        words:
          layout === before.layout ? t("Changed the order of the list") : t("Changed the layout of the list"),
        isQuiet: true,
        onUndo: () => show(before),
        redo: () => {
          show({ layout, sort, order });
          keep({ layout, sort, order }, before);
        },
      },
    );
  };
}
