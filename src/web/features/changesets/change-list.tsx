import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { FolderTree, ListChecks } from "lucide-react";
import type { Ref } from "react";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { useIsOffline } from "../../platform/connection.ts";
import { isUnreachable } from "../../platform/rpc-errors.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Time } from "../../ui/dates/time.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Screen } from "../../ui/screen.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { startRehearsal } from "./rehearsal/changing.ts";
import { OFFLINE } from "./offline-words.ts";
import { type ChangesetList, summaryWords, waitingIn } from "./parts.ts";
import { sourceWords } from "./source-words.ts";

type Item = ChangesetList[number];

/** What waits to be decided about, and what was. */
export function ChangeListScreen({ heading }: { heading: Ref<HTMLHeadingElement> }) {
  const { data, error, isPending, refetch } = useQuery(api.changesets.list.queryOptions({ staleTime: 0 }));
  const isOffline = useIsOffline();
  const navigate = useNavigate();
  const [waiting, decided] = split(data?.changesets ?? []);
  return (
    <Screen
      frame="reading"
      title={t("Changes")}
      heading={heading}
      actions={
        <Button
          disabled={isOffline}
          className="pointer-coarse:h-11"
          onClick={async () => {
            const id = await startRehearsal();
            if (id) await navigate({ to: "/app/changes/$changesetId/walk", params: { changesetId: id } });
          }}
        >
          <FolderTree size={14} aria-hidden="true" /> {t("Start a rehearsal")}
        </Button>
      }
    >
      <p className="text-sm text-muted">
        {t("Changes proposed to your notes, tasks and events. Nothing is written before you accept it.")}
      </p>
      {isOffline && data && <p className="pt-2 text-sm text-muted">{OFFLINE}</p>}
      {isPending ? (
        <SkeletonRows className="pt-4" />
      ) : !data ? (
        <div role="alert" className="flex flex-col items-center gap-3 py-16 text-sm text-muted">
          <p>
            {isUnreachable(error) ? t("Can't load changes while offline.") : t("Couldn't load your changes.")}
          </p>
          <Button onClick={() => void refetch()}>{t("Try again")}</Button>
        </div>
      ) : data.changesets.length === 0 ? (
        <EmptyState icon={<ListChecks size={20} />} title={t("No changes to review")}>
          {t(
            "When Chat, an AI app, an import or a program proposes changes, they wait here for you to accept or refuse. In a rehearsal you try your own.",
          )}
        </EmptyState>
      ) : (
        <>
          <Group title={t("Waiting for you")} items={waiting} />
          <Group title={t("Decided")} items={decided} />
        </>
      )}
    </Screen>
  );
}

/** A rehearsal waits for its first change, too. */
const isWaitingSet = ({ states }: Pick<Item, "states">): boolean =>
  waitingIn(states) > 0 || Object.keys(states).length === 0;

function split(items: ChangesetList): [Item[], Item[]] {
  return [items.filter(isWaitingSet), items.filter((item) => !isWaitingSet(item))];
}

function Group({ title, items }: { title: string; items: Item[] }) {
  if (items.length === 0) return null;
  return (
    <section aria-label={title} className="pt-5">
      <h2 className="text-sm font-semibold text-muted">{title}</h2>
      <ul className="mt-1 sm:-mx-3">
        {items.map((item) => (
          <li key={item.id}>
            <Row item={item} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ item: { id, title, createdAt, source, states } }: { item: Item }) {
  const isOpen = isWaitingSet({ states });
  return (
    <article className="relative rounded-md px-3 py-2.5 hover:bg-hover max-sm:px-0">
      {isOpen && (
        <Link
          to="/app/changes/$changesetId/walk"
          params={{ changesetId: id }}
          aria-label={t("Walk around in {title}", { title })}
          className={buttonClass("plain", "relative z-10 float-end ms-3 pointer-coarse:h-11")}
        >
          <FolderTree size={14} aria-hidden="true" /> {t("Walk around")}
        </Link>
      )}
      <h3 className="min-w-0">
        <Link
          to="/app/changes/$changesetId"
          params={{ changesetId: id }}
          className="block truncate rounded-md font-medium after:absolute after:inset-0"
        >
          <bdi>{title}</bdi>
        </Link>
      </h3>
      <p className="flex flex-wrap gap-x-2 text-sm text-muted">
        <span>{sourceWords(source)}</span>
        <span aria-hidden="true">{"\u00b7"}</span>
        <Time at={createdAt} />
        <span className="basis-full">{summaryWords(states) || t("Nothing is changed yet")}</span>
      </p>
    </article>
  );
}
