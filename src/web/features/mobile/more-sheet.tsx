import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import {
  Activity,
  AppWindow,
  AudioLines,
  Bell,
  ChartLine,
  FolderKanban,
  ListChecks,
  ListTodo,
  LogOut,
  type LucideIcon,
  MessageSquare,
  Monitor,
  Paperclip,
  Search,
  Settings,
  Star,
  Trash2,
  Users,
} from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useId } from "react";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { usePreferences, useUnreadCount } from "../../kernel/workspace/frame.ts";
import { api } from "../../platform/api.ts";
import { useUser } from "../../platform/session.ts";
import type { SignOut } from "../../kernel/account/sign-out.ts";
import { chooseSite, useThisDevice } from "../../platform/device/device-kind.ts";
import { Sheet } from "./sheet.tsx";
import { t } from "../../lib/messages/t.ts";
import { plural } from "../../lib/messages/plural.ts";

type Entry = { to: string; search?: Record<string, string>; label: string; icon: LucideIcon };

const yours: Entry[] = [
  { to: "/mobile/search", label: t("Search"), icon: Search },
  { to: "/mobile/tasks", label: t("Tasks"), icon: ListTodo },
  { to: "/mobile/notes", search: { view: "favorites" }, label: t("Favorites"), icon: Star },
  { to: "/mobile/notes", search: { view: "trash" }, label: t("Trash"), icon: Trash2 },
  { to: "/mobile/shared", label: t("Shared with me"), icon: Users },
  { to: "/mobile/activity", label: t("Activity"), icon: Activity },
  { to: "/mobile/changes", label: t("Changes"), icon: ListChecks },
  { to: "/mobile/settings", label: t("Settings"), icon: Settings },
];
const parts: Entry[] = [
  { to: "/mobile/projects", label: t("Projects"), icon: FolderKanban },
  { to: "/mobile/chat", label: t("Chat"), icon: MessageSquare },
  { to: "/mobile/voice-chat", label: t("Voice chat"), icon: AudioLines },
  { to: "/mobile/files", label: t("Files"), icon: Paperclip },
  { to: "/mobile/analytics", label: t("Analytics"), icon: ChartLine },
  { to: "/mobile/seo", label: t("SEO"), icon: Search },
];

const row =
  "flex min-h-12 w-full min-w-0 items-center gap-3 rounded-md px-3 py-2 text-start text-base active:bg-pressed";
const GAP = "mt-1 border-t border-line pt-1";

type MoreSheetProps = {
  dialog: RefObject<HTMLDialogElement | null>;
  /** It was asked for before its code had come. */
  isWanted: RefObject<boolean>;
  onSignOut: SignOut;
};

/** Everything the bar has no room for. What it shows is drawn while it is open. */
export function MoreSheet({ dialog, isWanted, onSignOut }: MoreSheetProps) {
  useEffect(() => {
    if (isWanted.current && !dialog.current?.open) dialog.current?.showModal();
  }, [dialog, isWanted]);
  const user = useUser();
  const unread = useUnreadCount();
  const close = () => dialog.current?.close();
  const leave: SignOut = (onlyHere) => {
    close();
    return onSignOut(onlyHere);
  };
  return (
    <Sheet title={user?.name ?? t("More")} dialog={dialog}>
      <nav aria-label={t("More")} className="pt-1">
        <ul>
          <Item entry={{ to: "/mobile/notifications", label: t("Notifications"), icon: Bell }} onGo={close}>
            {unread > 0 && (
              <span className="text-sm text-accent">{plural(unread, { other: "{count} unread" })}</span>
            )}
          </Item>
          {yours.map((entry) => (
            <Item key={entry.label} entry={entry} onGo={close} />
          ))}
        </ul>
        <OpenWindows onGo={close} />
        <ul className={`${GAP} grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))]`}>
          {parts.map((entry) => (
            <Item key={entry.label} entry={entry} onGo={close} />
          ))}
        </ul>
      </nav>
      <div className={GAP}>
        <DesktopSite />
        <div role="group" aria-label={t("Sign out")} className="flex">
          <button type="button" className={row} onClick={() => void leave()}>
            <LogOut size={18} aria-hidden="true" className="text-muted" /> {t("Sign Out")}
          </button>
          <button type="button" className={row} onClick={() => void leave(true)}>
            {t("Sign Out on This Device Only")}
          </button>
        </div>
      </div>
    </Sheet>
  );
}

const sizeClasses = ["floatingLarge", "floatingMedium", "floatingSmall"] as const;

/** The notes that stand in windows of their own on computers, to go on with here. */
function OpenWindows({ onGo }: { onGo: () => void }) {
  const id = useId();
  const settings = usePreferences()?.settings;
  const noteIds = new Set(sizeClasses.flatMap((size) => settings?.[size] ?? []).map(({ noteId }) => noteId));
  const notes = useQueries({
    queries: [...noteIds].map((noteId) => api.notes.get.queryOptions({ input: { noteId } })),
  }).flatMap(({ data }) => (data && !data.trashedAt ? [data] : []));
  if (notes.length === 0) return null;
  return (
    <section aria-labelledby={id} className={GAP}>
      <h3 id={id} className="px-3 pt-2 text-xs font-semibold text-muted">
        {t("Open windows on your computer")}
      </h3>
      <ul>
        {notes.map((note) => (
          <li key={note.id}>
            <Link to="/app/editor/{-$noteId}" params={{ noteId: note.id }} className={row} onClick={onGo}>
              <AppWindow size={18} aria-hidden="true" className="shrink-0 text-muted" />
              <bdi className="min-w-0 flex-1 truncate">{titleOf(note)}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Item({ entry, onGo, children }: { entry: Entry; onGo: () => void; children?: ReactNode }) {
  const { to, search = {}, label, icon: Icon } = entry;
  return (
    <li>
      <Link to={to} search={search as never} className={row} onClick={onGo}>
        <Icon size={18} aria-hidden="true" className="shrink-0 text-muted" />
        <span className="min-w-0 flex-1 truncate">{label}</span>
        {children}
      </Link>
    </li>
  );
}

/** The address follows the choice, wherever one is (routes/device-rewrite.ts). */
function DesktopSite() {
  const isMobile = useThisDevice((device) => device.isMobile);
  if (!isMobile) return null;
  return (
    <button type="button" className={row} onClick={() => chooseSite(true)}>
      <Monitor size={18} aria-hidden="true" className="text-muted" /> {t("Desktop site")}
    </button>
  );
}
