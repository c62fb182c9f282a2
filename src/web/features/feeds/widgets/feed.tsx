import { useQuery } from "@tanstack/react-query";
import { ExternalLink, TriangleAlert } from "lucide-react";
import { useEffect } from "react";
import type { FeedItem, FeedState } from "#contract/feeds.ts";
import { defineFields } from "../../../kernel/widgets/settings.ts";
import { defineWidget } from "../../../kernel/widgets/widget.ts";
import { NothingYet, WidgetStates } from "../../../kernel/widgets/widget-states.tsx";
import { ago } from "../../../lib/dates.ts";
import { Button } from "../../../ui/button.tsx";
import { t } from "../../../lib/messages/t.ts";
import { useMinute } from "../../../lib/use-minute.ts";
import { api } from "../../../platform/api.ts";
import { Time } from "../../../ui/dates/time.tsx";
import { readAddresses, unreadAddresses } from "../read-addresses.ts";

/** As long as the server's own answers are. */
const FRESH_MS = 15 * 60_000;

const fields = defineFields({
  addresses: {
    kind: "text",
    label: t("Feeds"),
    hint: t("One address on each line, ten at most."),
    initial: "",
    isLong: true,
    most: 5_000,
    unread: unreadAddresses,
    placeholder: t("https://example.com/feed.xml"),
  },
  count: { kind: "number", label: t("Entries at most"), initial: 10, min: 1, max: 50 },
});

function Entries({ items }: { items: readonly FeedItem[] }) {
  return (
    <ul aria-label={t("Feed entries")} className="-mx-2 flex flex-col">
      {items.map(({ title, link, at, feed }, index) => (
        <li
          // oxlint-disable-next-line react/no-array-index-key -- nothing of an entry is its own for sure
          key={`${index} ${link ?? title}`}
          className="relative min-h-11 rounded-md px-2 py-1.5 hover:bg-hover"
        >
          {link ? (
            <a
              href={link}
              target="_blank"
              rel="noopener noreferrer"
              dir="auto"
              className="row-link flex min-w-0 items-center gap-1.5 text-sm"
            >
              <span className="line-clamp-2 min-w-0 wrap-anywhere">{title}</span>
              <ExternalLink size={12} aria-label={t("opens in a new tab")} className="shrink-0 text-faint" />
            </a>
          ) : (
            <span dir="auto" className="line-clamp-2 text-sm">
              {title}
            </span>
          )}
          <span className="flex min-w-0 gap-2 text-xs text-muted">
            <bdi className="min-w-0 truncate">{feed}</bdi>
            {at && <Time at={at} className="shrink-0" />}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Feeds that could not be read, each with why; its last entries are shown nevertheless. */
function Faults({ feeds }: { feeds: readonly FeedState[] }) {
  const faults = feeds.filter(({ error }) => error !== null);
  return faults.map(({ address, title, error, fetchedAt }) => (
    <p key={address} role="status" className="flex items-start gap-1.5 pb-1.5 text-xs text-warn">
      <TriangleAlert size={13} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        <bdi>{title ?? URL.parse(address)?.host ?? address}</bdi>
        {": "}
        {error}
        {fetchedAt && ` ${t("Last read {when}.", { when: ago(fetchedAt) })}`}
      </span>
    </p>
  ));
}

function Feeds({ addresses, count }: { addresses: string[]; count: number }) {
  const query = useQuery(
    api.feeds.read.queryOptions({ input: { addresses, limit: count }, staleTime: FRESH_MS }),
  );
  const { dataUpdatedAt, isFetching, refetch } = query;
  // By the clock of the page: a timer of its own would wake it once more.
  const now = useMinute();
  useEffect(() => {
    if (dataUpdatedAt > 0 && !isFetching && now.getTime() - dataUpdatedAt > FRESH_MS) void refetch();
  }, [now, dataUpdatedAt, isFetching, refetch]);
  const { items = [], feeds = [] } = query.data ?? {};
  return (
    <WidgetStates of={query}>
      <Faults feeds={feeds} />
      {items.length === 0 && feeds.every(({ error }) => error === null) && (
        <NothingYet>{t("These feeds have no entries.")}</NothingYet>
      )}
      <Entries items={items} />
    </WidgetStates>
  );
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

export const widget = defineWidget({
  fields,
  View: function FeedWidget({ settings: { addresses, count }, openSettings }) {
    const read = readAddresses(addresses);
    return read.length === 0 ? (
      <NothingYet action={<Button onClick={openSettings}>{t("Add Feeds...")}</Button>}>
        {t("The newest of the sites you follow.")}
      </NothingYet>
    ) : (
      <Feeds addresses={read} count={Math.round(count)} />
    );
  },
  Preview: () => (
    <Entries
      items={[
        { title: t("Planting garlic before the frost"), link: null, at: hoursAgo(2), feed: t("Garden news") },
        { title: t("Walls without mortar"), link: null, at: hoursAgo(20), feed: t("Dry stone") },
        { title: t("What the quince is good for"), link: null, at: hoursAgo(44), feed: t("Garden news") },
      ]}
    />
  ),
});
