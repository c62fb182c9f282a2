import { useCreateNote } from "../../features/notes/use-create-note.ts";
import { greetingOf } from "../../kernel/account/greeting.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { useUser } from "../../platform/session.ts";
import { useLogVisit } from "../shell/log-visit.ts";

/** What a dashboard is on any device; each draws a frame around it. */
export function useDashboard(title: string) {
  const user = useUser();
  const heading = usePageTitle(title);
  const { create, isCreating } = useCreateNote();
  useLogVisit();
  return { user, heading, greeting: user && greetingOf(user), create: () => void create(), isCreating };
}
