import { useRouter } from "@tanstack/react-router";
import { changePreferences } from "../../../kernel/workspace/change-preferences.ts";
import { t } from "../../../lib/messages/t.ts";
import type { ListChoices } from "./explorer-choices.ts";

/** Keeps how lists are looked at for the next visit, and offers to take that back: the list shows it at once then. */
export function useKeepChoices() {
  const router = useRouter();
  return ({ layout, sort, order }: ListChoices, before: ListChoices): void => {
    const { pathname } = router.state.location;
    const showBefore = () => {
      if (router.state.location.pathname !== pathname) return;
      const was = { layout: before.layout, sort: before.sort, order: before.order };
      void router.navigate({ to: ".", search: (search) => ({ ...search, ...was }) as never, replace: true });
    };
    void changePreferences(
      { settings: { explorer: { layout, sort, order } } },
      {
        words:
          layout === before.layout ? t("Changed the order of the list") : t("Changed the layout of the list"),
        isQuiet: true,
        onUndo: showBefore,
      },
    );
  };
}
