import { Link } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { Globe, Users } from "lucide-react";
import { LoadFailed } from "../features/notes/load-failed.tsx";
import { BlockedSenders, Invitations } from "../features/sharing/invitations.tsx";
import { SharedList } from "../features/sharing/shared-list.tsx";
import { api } from "../platform/api.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Screen } from "../ui/screen.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { dayOfYear } from "../lib/dates.ts";
import { t } from "../lib/messages/t.ts";

/** What others share with this person, and the pages this person has published. */
export function SharedPage() {
  const heading = usePageTitle(t("Shared with me"));
  const { data, error, refetch } = useQuery(api.sharing.withMe.queryOptions({ input: {}, staleTime: 0 }));
  const isEmpty = data && data.folders.length + data.notes.length === 0;
  const isInvited = data && data.invitations.length > 0;
  return (
    <Screen frame="reading" title={t("Shared with me")} heading={heading}>
      <p className="mb-5 max-w-prose text-muted">
        {t(
          "Notes, folders and calendars other people share with you; projects are under Projects. To share your own, choose Share... in the menu of a note, folder or calendar.",
        )}
      </p>
      {!data && !error && <SkeletonRows count={4} />}
      {error && !data && <LoadFailed onRetry={() => void refetch()} />}
      {isInvited && <Invitations invitations={data.invitations} />}
      {isEmpty && !isInvited && (
        <EmptyState
          icon={<Users size={20} />}
          title={t("Nothing shared with you yet")}
          action={
            <Link to="/app/explorer" className={buttonClass()}>
              {t("Choose a note to share")}
            </Link>
          }
        >
          {t("Notes shared with you appear here.")}
        </EmptyState>
      )}
      {data && !isEmpty && <SharedList shared={data} />}
      <Published />
      <BlockedSenders />
    </Screen>
  );
}

function Published() {
  const { data } = useQuery(api.sharing.publications.queryOptions({ input: {}, staleTime: 0 }));
  if (!data || data.publications.length === 0) return null;
  return (
    <section aria-labelledby="published-heading" className="mt-10">
      <h2 id="published-heading" className="font-medium">
        {t("Published by you")}
      </h2>
      <ul className="mt-2 divide-y divide-line rounded-md border border-line text-sm">
        {data.publications.map(({ noteId, title, url, hasPassword, expiresAt }) => (
          <li key={noteId} className="flex min-h-11 items-center gap-3 px-3 py-2">
            <Globe size={15} className="shrink-0 text-faint" aria-hidden="true" />
            <a href={url} target="_blank" rel="noopener" className="min-w-0 flex-1 truncate underline">
              {title.trim() || t("Untitled")}
            </a>
            <span className="shrink-0 text-xs text-faint">
              {[
                hasPassword && t("Password"),
                expiresAt && t("Until {day}", { day: dayOfYear(new Date(expiresAt)) }),
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
