import { clsx } from "clsx";
import {
  Download,
  Ellipsis,
  Link2,
  LogOut,
  Plus,
  RefreshCw,
  Rss,
  Star,
  Trash2,
  TriangleAlert,
  Upload,
  UserPlus,
} from "lucide-react";
import { useId, useState, type FormEvent } from "react";
import type { Calendar, CalendarColor } from "#contract/calendars.ts";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { plural } from "../../lib/messages/plural.ts";
import { toast } from "../../ui/toast-store.ts";
import { invitedIn, sendInvitations } from "./guests/send-invitations.ts";
import { useTelling } from "./guests/use-telling.tsx";
import { RetryMark } from "../../kernel/retry-mark.tsx";
import { ago } from "../../lib/dates.ts";
import { t } from "../../lib/messages/t.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Menu, MenuDivider, MenuItem } from "../../ui/overlay/menu.tsx";
import { FeedDialog } from "./dialog/feed-dialog.tsx";
import { chooseIcsFile, exportCalendar } from "./model/ics-files.ts";
import {
  createCalendar,
  leaveCalendar,
  refreshCalendar,
  removeCalendar,
  updateCalendar,
} from "./model/calendar-changes.ts";
import { COLORS, colorOf } from "./model/calendars.ts";
import { type Kind, showKind, useShownKinds } from "./model/shown-kinds.ts";

const KINDS: readonly [Kind, name: string][] = [
  ["tasks", t("Tasks")],
  ["reminders", t("Reminders")],
];

/** The calendars, to be shown and hidden, named and colored. */
export function CalendarList({ calendars }: { calendars: readonly Calendar[] }) {
  const shownKinds = useShownKinds();
  const [edited, setEdited] = useState<Calendar | "new" | null>(null);
  const [fed, setFed] = useState<Calendar | null>(null);
  const othersId = useId();
  const { telling, askToSend, dialog } = useTelling();
  const removeAndTell = async (calendar: Calendar) => {
    if (!(await removeCalendar(calendar))) return;
    const eventIds = await invitedIn(calendar.id);
    if (eventIds.length === 0) return;
    const title = t("Tell the guests that the events are canceled?");
    const words = plural(eventIds.length, {
      one: "{count} event of this calendar has guests who were told of it.",
      other: "{count} events of this calendar have guests who were told of them.",
    });
    if (await askToSend(eventIds, title, words)) return;
    toast.info(
      telling === "unconfirmed"
        ? t("The guests of its events haven't been told. Confirm your email address first.")
        : t("The guests of its events haven't been told."),
      { action: { label: t("Tell Them"), run: () => void sendInvitations(eventIds) } },
    );
  };
  const own = calendars.filter(({ sharedBy }) => sharedBy === null);
  const others = calendars.filter(({ sharedBy }) => sharedBy !== null);
  return (
    <section aria-label={t("Calendars")}>
      <div className="flex items-center justify-between ps-2">
        <h2 className="text-sm font-semibold text-muted">{t("Calendars")}</h2>
        <IconButton label={t("New Calendar")} onClick={() => setEdited("new")}>
          <Plus size={16} />
        </IconButton>
      </div>
      <ul>
        {own.map((calendar) => (
          <li key={calendar.id} className="group flex items-center">
            <ShownCalendar calendar={calendar} />
            {calendar.subscription && <SourceMark {...calendar.subscription} />}
            <RetryMark id={calendar.id} />
            <CalendarMenu
              calendar={calendar}
              isLast={own.length === 1}
              onEdit={() => setEdited(calendar)}
              onFeed={() => setFed(calendar)}
              onRemove={() => void removeAndTell(calendar)}
            />
          </li>
        ))}
        {KINDS.map(([kind, name]) => (
          <li key={kind} className="flex items-center">
            <Shown
              name={name}
              color="var(--muted)"
              isShown={shownKinds[kind]}
              onChange={(isShown) => showKind(kind, isShown)}
            />
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <>
          <h2 id={othersId} className="ps-2 pt-3 pb-1 text-sm font-semibold text-muted">
            {t("Other calendars")}
          </h2>
          <ul aria-labelledby={othersId}>
            {others.map((calendar) => (
              <li key={calendar.id} className="group flex items-center">
                <ShownCalendar calendar={calendar} />
                <RetryMark id={calendar.id} />
                <SharedCalendarMenu calendar={calendar} onEdit={() => setEdited(calendar)} />
              </li>
            ))}
          </ul>
        </>
      )}
      {edited && (
        <CalendarForm
          calendar={edited === "new" ? null : edited}
          taken={calendars.map(({ color }) => color)}
          onClose={() => setEdited(null)}
        />
      )}
      {dialog}
      {fed && <FeedDialog calendar={fed} onClose={() => setFed(null)} />}
    </section>
  );
}

function ShownCalendar({ calendar }: { calendar: Calendar }) {
  return (
    <Shown
      name={calendar.name}
      by={calendar.sharedBy?.owner.name}
      color={colorOf(calendar.color)}
      isShown={calendar.isVisible}
      onChange={(isVisible) => void updateCalendar(calendar, { isVisible })}
    />
  );
}

type ShownProps = {
  name: string;
  /** Whose it is, where it is somebody else's. */
  by?: string | undefined;
  color: string;
  isShown: boolean;
  onChange: (isShown: boolean) => void;
};

function Shown({ name, by, color, isShown, onChange }: ShownProps) {
  return (
    <label className="flex min-h-9 min-w-0 flex-1 items-center gap-2.5 rounded-md px-2 text-sm hover:bg-hover pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={isShown}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 accent-(--accent-fill)"
      />
      <span
        aria-hidden="true"
        className="size-2.5 shrink-0 rounded-full forced-color-adjust-none"
        style={{ background: color }}
      />
      <span className={clsx("min-w-0 flex-1", by && "py-1")}>
        <bdi className={clsx("block truncate", !isShown && "text-muted")}>{name}</bdi>
        {by && <bdi className="block truncate text-xs text-faint">{by}</bdi>}
      </span>
    </label>
  );
}

type CalendarMenuProps = {
  calendar: Calendar;
  isLast: boolean;
  onEdit: () => void;
  onFeed: () => void;
  onRemove: () => void;
};

function CalendarMenu({ calendar, isLast, onEdit, onFeed, onRemove }: CalendarMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton
          label={t("Actions for {name}", { name: calendar.name })}
          className="pointer-coarse:size-11"
        >
          <Ellipsis size={16} />
        </IconButton>
      }
    >
      <MenuItem onSelect={onEdit}>{t("Name and Color")}</MenuItem>
      {calendar.subscription && (
        <MenuItem icon={<RefreshCw size={15} />} onSelect={() => void refreshCalendar(calendar)}>
          {t("Refresh Now")}
        </MenuItem>
      )}
      {!calendar.isDefault && !calendar.subscription && (
        <MenuItem
          icon={<Star size={15} />}
          onSelect={() => void updateCalendar(calendar, { isDefault: true })}
        >
          {t("Use for New Events")}
        </MenuItem>
      )}
      {!calendar.subscription && (
        <MenuItem icon={<Upload size={15} />} onSelect={() => void chooseIcsFile(calendar.id)}>
          {t("Import File...")}
        </MenuItem>
      )}
      <MenuItem icon={<Download size={15} />} onSelect={() => exportCalendar(calendar.id)}>
        {t("Export File")}
      </MenuItem>
      <MenuItem
        icon={<UserPlus size={15} />}
        onSelect={() => openDialog({ kind: "share", thing: { calendar } })}
      >
        {t("Share...")}
      </MenuItem>
      <MenuItem icon={<Link2 size={15} />} onSelect={onFeed}>
        {t("Private Address...")}
      </MenuItem>
      {!isLast && (
        <>
          <MenuDivider />
          <MenuItem icon={<Trash2 size={15} />} isDanger onSelect={onRemove}>
            {t("Delete")}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

/** Of a calendar that somebody else shares: how it looks here, and the way out of it. */
function SharedCalendarMenu({ calendar, onEdit }: Pick<CalendarMenuProps, "calendar" | "onEdit">) {
  return (
    <Menu
      trigger={
        <IconButton
          label={t("Actions for {name}", { name: calendar.name })}
          className="pointer-coarse:size-11"
        >
          <Ellipsis size={16} />
        </IconButton>
      }
    >
      <MenuItem onSelect={onEdit}>{t("Name and Color")}</MenuItem>
      <MenuDivider />
      <MenuItem icon={<LogOut size={15} />} isDanger onSelect={() => void leaveCalendar(calendar)}>
        {t("Leave")}
      </MenuItem>
    </Menu>
  );
}

/** Says that events come from elsewhere, and what is wrong with that. */
function SourceMark({ readAt, error }: NonNullable<Calendar["subscription"]>) {
  const read = readAt ? t("Last read {when}", { when: ago(readAt) }) : t("Not read yet");
  const words = error ? `${error} ${read}` : `${t("Subscribed.")} ${read}`;
  const Icon = error ? TriangleAlert : Rss;
  return (
    <span role="img" aria-label={words} title={words} className={error ? "text-warning" : "text-faint"}>
      <Icon size={14} aria-hidden="true" />
    </span>
  );
}

type CalendarFormProps = {
  calendar: Calendar | null;
  taken: readonly CalendarColor[];
  onClose: () => void;
};

function addressOf(text: string): URL | null {
  const url = URL.parse(text.trim());
  return url && /^(https?|webcals?):$/.test(url.protocol) && url.host ? url : null;
}

/** What is written otherwise than when the form was opened; the rest another device may have changed meanwhile. */
function saveChanged(opened: Calendar, { name, color }: Pick<Calendar, "name" | "color">): void {
  const change = { ...(name !== opened.name && { name }), ...(color !== opened.color && { color }) };
  if (Object.keys(change).length > 0) void updateCalendar(opened, change, t("Calendar updated"));
}

function CalendarForm({ calendar, taken, onClose }: CalendarFormProps) {
  const free = COLORS.find(({ id }) => !taken.includes(id)) ?? COLORS[0]!;
  const [opened] = useState(calendar);
  const [name, setName] = useState(calendar?.name ?? "");
  const [color, setColor] = useState<CalendarColor>(calendar?.color ?? free.id);
  const [url, setUrl] = useState("");
  const source = addressOf(url);
  const isWrong = url.trim() !== "" && source === null;
  const save = (event: FormEvent) => {
    event.preventDefault();
    const given = { name: name.trim() || (source?.host ?? ""), color };
    if (!given.name || isWrong) return;
    if (opened) saveChanged(opened, given);
    else void createCalendar({ ...given, ...(source && { url: source.href }) });
    onClose();
  };
  return (
    <Dialog title={calendar ? t("Edit calendar") : t("New calendar")} isOpen onClose={onClose} size="small">
      <form onSubmit={save} className="flex flex-col gap-3">
        <Field
          label={t("Name")}
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={200}
          required={!source}
          autoFocus
          dir="auto"
          autoComplete="off"
        />
        {!calendar && (
          <Field
            label={t("Address to subscribe to (optional)")}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
            placeholder={t("https://example.com/calendar.ics")}
            hint={t("Shows the events of a calendar elsewhere, read every hour.")}
            error={isWrong ? t("An address begins with https:// or webcal://.") : undefined}
            maxLength={2000}
            inputMode="url"
            dir="ltr"
            autoComplete="off"
          />
        )}
        {calendar?.sharedBy && (
          <p className="text-sm text-muted">
            {t("Only you see this name and color. The calendar belongs to {name}.", {
              name: calendar.sharedBy.owner.name,
            })}
          </p>
        )}
        {calendar?.subscription && (
          <p className="text-sm break-all text-muted" dir="ltr">
            {calendar.subscription.url}
          </p>
        )}
        <fieldset>
          <legend className="pb-1.5 text-sm font-medium">{t("Color")}</legend>
          <div className="flex flex-wrap gap-1.5">
            {COLORS.map(({ id, words, value }) => (
              <label
                key={id}
                title={words}
                className="grid size-9 cursor-pointer place-items-center rounded-md border border-transparent has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:size-11"
              >
                <input
                  type="radio"
                  name="color"
                  value={id}
                  aria-label={words}
                  checked={color === id}
                  onChange={() => setColor(id)}
                  className="sr-only"
                />
                <span
                  aria-hidden="true"
                  className="size-5 rounded-full forced-color-adjust-none"
                  style={{ background: value }}
                />
              </label>
            ))}
          </div>
        </fieldset>
        <DialogActions>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button type="submit" look="primary">
            {t("Save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
