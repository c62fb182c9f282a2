import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Download, History, Trash2 } from "lucide-react";
import { useState, type Ref } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Menu, MenuItem } from "../../ui/overlay/menu.tsx";
import { Screen } from "../../ui/screen.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { clearActivities, exportActivities } from "./activity-changes.ts";
import { ActivityFilters } from "./activity-filters.tsx";
import { useActivityLog } from "./activity-log.ts";
import { activityOptions, type ActivitySearch, PAGE_SIZE, pageOf } from "./activity-query.ts";
import { ActivityRow } from "./activity-row.tsx";
import { t } from "../../lib/messages/t.ts";
import { plural } from "../../lib/messages/plural.ts";

type ScreenProps = {
  search: ActivitySearch;
  onSearch: (search: ActivitySearch) => void;
  heading: Ref<HTMLHeadingElement>;
};

/** The log of the account: filtered, searched, exported, deleted, taken back. */
export function ActivityScreen({ search, onSearch, heading }: ScreenProps) {
  const log = useActivityLog();
  const { data, error, isPending, refetch } = useQuery(activityOptions(log, search));
  const total = data?.total ?? 0;
  const isFiltered = Boolean(search.group ?? search.q ?? search.from ?? search.to);
  return (
    <Screen
      frame="full"
      title={t("Activity")}
      heading={heading}
      actions={
        <>
          <Menu
            trigger={
              <Button disabled={total === 0}>
                <Download size={14} aria-hidden="true" /> {t("Export")}
              </Button>
            }
          >
            <MenuItem onSelect={() => void exportActivities(log, search, "csv")}>{t("As CSV")}</MenuItem>
            <MenuItem onSelect={() => void exportActivities(log, search, "json")}>{t("As JSON")}</MenuItem>
          </Menu>
          <ClearButton search={search} total={total} isFiltered={isFiltered} />
        </>
      }
    >
      <p className="text-sm text-muted">{t("Everything done in this account, newest first.")}</p>
      <ActivityFilters search={search} onSearch={(change) => onSearch({ ...search, ...change, page: "" })} />
      {isPending ? (
        <SkeletonRows count={8} />
      ) : error && !data ? (
        <div className="py-16 text-center text-muted">
          <p>{t("Can't load activity while offline.")}</p>
          <Button className="mt-3" onClick={() => void refetch()}>
            {t("Try again")}
          </Button>
        </div>
      ) : total === 0 ? (
        <EmptyState
          icon={<History size={22} />}
          title={isFiltered ? t("No matches") : t("No activity yet")}
          action={isFiltered && <Button onClick={() => onSearch({})}>{t("Clear filters")}</Button>}
        >
          {isFiltered
            ? t("No activity matches these filters.")
            : t("What you write, rename, move or delete appears here, and most of it can be undone.")}
        </EmptyState>
      ) : (
        <>
          <ol aria-label={t("Activities")} className="flex flex-col sm:-mx-3">
            {data?.activities.map((activity) => (
              <li key={activity.id}>
                <ActivityRow activity={activity} />
              </li>
            ))}
          </ol>
          <Pages search={search} total={total} onSearch={onSearch} />
        </>
      )}
    </Screen>
  );
}

function Pages({ search, total, onSearch }: Pick<ScreenProps, "search" | "onSearch"> & { total: number }) {
  const page = pageOf(search);
  const first = (page - 1) * PAGE_SIZE + 1;
  const last = Math.min(page * PAGE_SIZE, total);
  const go = (to: number) => onSearch({ ...search, page: to === 1 ? "" : String(to) });
  return (
    <nav aria-label={t("Pages")} className="mt-4 flex items-center justify-center gap-3 text-sm text-muted">
      <IconButton label={t("Newer")} disabled={page === 1} onClick={() => go(page - 1)}>
        <ChevronLeft size={16} />
      </IconButton>
      <span role="status">
        {first <= total
          ? t("{first}-{last} of {total}", { first, last, total })
          : t("End of list ({total})", { total })}
      </span>
      <IconButton label={t("Older")} disabled={last >= total} onClick={() => go(page + 1)}>
        <ChevronRight size={16} />
      </IconButton>
    </nav>
  );
}

type ClearProps = { search: ActivitySearch; total: number; isFiltered: boolean };

/** What the log forgets cannot be brought back, so this asks. */
function ClearButton({ search, total, isFiltered }: ClearProps) {
  const log = useActivityLog();
  const [isAsking, setIsAsking] = useState(false);
  const handleClear = () => {
    setIsAsking(false);
    void clearActivities(log, search);
  };
  return (
    <>
      <Button disabled={total === 0} onClick={() => setIsAsking(true)}>
        <Trash2 size={14} aria-hidden="true" /> {t("Clear")}
      </Button>
      <Dialog
        title={
          isFiltered
            ? plural(total, { one: "Delete the entry shown?", other: "Delete the {count} entries shown?" })
            : plural(total, { one: "Delete the one entry?", other: "Delete all {count} entries?" })
        }
        description={t(
          "Your notes and folders stay as they are. Changes deleted from the log can no longer be undone here.",
        )}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
      >
        <DialogActions>
          <Button onClick={() => setIsAsking(false)}>{t("Cancel")}</Button>
          <Button look="danger" onClick={handleClear}>
            {t("Delete entries")}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
