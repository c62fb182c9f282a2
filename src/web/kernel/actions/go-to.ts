import type { LucideIcon } from "lucide-react";
import { toast } from "../../ui/toast-store.ts";
import type { Action } from "./action.ts";
import { t } from "../../lib/messages/t.ts";

type Page = { id: string; title: string; icon: LucideIcon; href: string; keywords?: string; after?: string };

/** A page to go to; by its keys it says where one has arrived. */
export const goTo = ({ id, title, icon, href, keywords = "", after }: Page): Action => ({
  id: `go.${id}`,
  title,
  group: "Go to",
  icon,
  keywords: t("page open {keywords}", { keywords }),
  href,
  ...(after && { after }),
  run: ({ go, via }) => {
    go(href);
    if (via === "keys") toast.info(t("Navigated to {title}", { title }));
  },
});
