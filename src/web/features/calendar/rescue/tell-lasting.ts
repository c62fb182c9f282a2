import { useActionContext } from "../../../kernel/actions/here.ts";
import { api } from "../../../platform/api.ts";
import { send } from "../../../platform/send.ts";
import { toast } from "../../../ui/toast-store.ts";

type Told = {
  /** The same is kept once. */
  key: string;
  type: "warning" | "info";
  title: string;
  message: string;
  /** Where the notification leads, and the toast unless it has something to do. */
  href: string;
  action: { label: string; run?: () => void };
};

/** Said at once, and kept among the notifications: what became of one's words matters longer than a toast stands. */
export function tellLasting({ key, type, title, message, href, action: { label, run } }: Told): void {
  const go = () => useActionContext.getState().go(href);
  toast.info(message, { title, action: { label, run: run ?? go } });
  const input = { type, title: title.slice(0, 200), message: message.slice(0, 2000), href, dedupeKey: key };
  // What can't be kept was said all the same.
  void send(["notifications", "add"], input, () => api.notifications.add.call(input)).catch(() => {});
}
