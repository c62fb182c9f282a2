import { GitPullRequestArrow } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api, invalidate } from "../../../platform/api.ts";
import { rpc } from "../../../platform/rpc.ts";
import { errorCode, failureWords } from "../../../platform/rpc-errors.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { choiceOf } from "./choice-of.ts";
import { countOf, linesOf } from "./proposal-lines.ts";

/** More of them scroll. */
const SHOWN_LINES = 6;

/** What an answer proposes: to be looked at part by part, or accepted as a whole, which can be taken back. */
export function ProposedChanges({ changesetId }: { changesetId: string }) {
  const { data, error } = useQuery(api.changesets.get.queryOptions({ input: { id: changesetId } }));
  const [isBusy, setIsBusy] = useState(false);
  if (errorCode(error) === "NOT_FOUND")
    return <p className="text-sm text-muted">{t("These changes were deleted.")}</p>;
  if (!data) return null;
  const count = countOf(data);
  const decide = async (how: "apply" | "refuse" | "undo") => {
    setIsBusy(true);
    try {
      await rpc.changesets[how](choiceOf(data, how));
    } catch (fault) {
      toast.error(failureWords(fault, t("Couldn't do this. Try again.")));
    }
    invalidate(api.changesets.key());
    setIsBusy(false);
  };
  const lines = linesOf(data);
  const [waiting, done] = [count("proposed", "changed"), count("applied", "kept")];
  return (
    <section
      aria-label={t("Proposed changes")}
      className="flex flex-col gap-2 rounded-md border border-line bg-raised px-3 py-2.5 text-sm"
    >
      <p className="flex items-center gap-2 font-medium">
        <GitPullRequestArrow size={15} aria-hidden="true" className="shrink-0 text-accent" />
        {stateWords(waiting, done)}
      </p>
      <ul
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keys as well
        tabIndex={lines.length > SHOWN_LINES ? 0 : undefined}
        className="flex max-h-36 flex-col gap-0.5 overflow-y-auto text-muted"
      >
        {lines.map((line, index) => (
          <li key={index} dir="auto" className="truncate">
            {line}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Link to={`/app/changes/${changesetId}` as never} className={buttonClass("plain")}>
          {t("Review")}
        </Link>
        {waiting > 0 && (
          <>
            <Button look="primary" disabled={isBusy} onClick={() => void decide("apply")}>
              {t("Accept All")}
            </Button>
            <Button disabled={isBusy} onClick={() => void decide("refuse")}>
              {t("Refuse All")}
            </Button>
          </>
        )}
        {waiting === 0 && done > 0 && (
          <Button disabled={isBusy} onClick={() => void decide("undo")}>
            {t("Undo")}
          </Button>
        )}
      </div>
    </section>
  );
}

function stateWords(waiting: number, done: number): string {
  if (waiting > 0)
    return plural(waiting, {
      one: "{count} change waits for your approval",
      other: "{count} changes wait for your approval",
    });
  if (done > 0) return plural(done, { one: "{count} change accepted", other: "{count} changes accepted" });
  return t("Nothing waits here");
}
