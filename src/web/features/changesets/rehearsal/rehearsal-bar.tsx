import { Link, useNavigate } from "@tanstack/react-router";
import { Check, ListChecks, ChartColumn, Sparkles, Trash2 } from "lucide-react";
import { useState } from "react";
import type { RehearsalPlaces } from "#contract/rehearsals.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/overlay/dialog.tsx";
import { Counted } from "../comparison.tsx";
import { DeleteDialog } from "../delete-dialog.tsx";
import { OFFLINE } from "../offline-words.ts";
import { removeChangeset } from "../remove-changeset.ts";
import { AskAssistant } from "./ask-assistant.tsx";
import { acceptAll } from "./changing.ts";

type Opened = "compare" | "accept" | "remove" | "assistant";

/** Says what this is, and leads out of it. */
export function RehearsalBar({ places, isOffline }: { places: RehearsalPlaces; isOffline: boolean }) {
  const { id, waiting, blocked } = places;
  const [opened, setOpened] = useState<Opened | null>(null);
  const navigate = useNavigate();
  const close = () => setOpened(null);
  const big = "pointer-coarse:h-11 max-sm:grow";
  return (
    <div className="flex flex-col gap-2 border-y border-line bg-panel px-4 py-2">
      <p role="status" className="text-sm">
        <strong className="font-semibold">{t("This is a rehearsal.")}</strong>{" "}
        {waiting === 0
          ? t("Nothing is changed yet. Whatever you change here stays here until you accept it.")
          : plural(waiting, {
              one: "{count} change waits. Nothing is real until you accept it.",
              other: "{count} changes wait. Nothing is real until you accept them.",
            })}
        {blocked > 0 && (
          <span className="text-warn">
            {" "}
            {plural(blocked, {
              one: "{count} of them can no longer be made, because what it changes is different now.",
              other: "{count} of them can no longer be made, because what they change is different now.",
            })}
          </span>
        )}
        {isOffline && <span className="text-muted"> {OFFLINE}</span>}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button className={big} disabled={isOffline} onClick={() => setOpened("assistant")}>
          <Sparkles size={14} aria-hidden="true" /> {t("Ask the assistant")}
        </Button>
        <Button className={big} disabled={isOffline || waiting === 0} onClick={() => setOpened("compare")}>
          <ChartColumn size={14} aria-hidden="true" /> {t("Compare")}
        </Button>
        <Link
          to="/app/changes/$changesetId"
          params={{ changesetId: id }}
          className={buttonClass("plain", big)}
        >
          <ListChecks size={14} aria-hidden="true" /> {t("Review")}
        </Link>
        <Button
          look="primary"
          className={big}
          disabled={isOffline || waiting === 0}
          onClick={() => setOpened("accept")}
        >
          <Check size={14} aria-hidden="true" /> {t("Accept all…")}
        </Button>
        <Button
          look="quiet"
          className={big}
          disabled={isOffline}
          onClick={() =>
            waiting > 0
              ? setOpened("remove")
              : void removeChangeset(id, () => void navigate({ to: "/app/changes" }))
          }
        >
          <Trash2 size={14} aria-hidden="true" /> {t("Throw away")}
        </Button>
      </div>
      <Dialog
        title={t("What would come of it")}
        description={t("All that waits is tried and counted, and taken back again.")}
        isOpen={opened === "compare"}
        onClose={close}
        size="medium"
      >
        {opened === "compare" && <Counted id={id} />}
      </Dialog>
      <AcceptDialog
        waiting={waiting}
        isOpen={opened === "accept"}
        onClose={close}
        onAccept={async () => {
          close();
          if (await acceptAll(id, places.updatedAt))
            await navigate({ to: "/app/changes/$changesetId", params: { changesetId: id } });
        }}
      />
      <DeleteDialog
        waiting={waiting}
        isOpen={opened === "remove"}
        onClose={close}
        onDelete={() => {
          close();
          void removeChangeset(id, () => void navigate({ to: "/app/changes" }));
        }}
      />
      <AskAssistant id={id} isOpen={opened === "assistant"} onClose={close} />
    </div>
  );
}

type AcceptDialogProps = {
  waiting: number;
  isOpen: boolean;
  onClose: () => void;
  onAccept: () => Promise<void>;
};

function AcceptDialog({ waiting, isOpen, onClose, onAccept }: AcceptDialogProps) {
  return (
    <Dialog
      title={t("Accept all changes?")}
      description={plural(waiting, {
        one: "{count} change becomes real, in your own notes. You can undo it later under Changes.",
        other: "{count} changes become real, in your own notes. You can undo them later under Changes.",
      })}
      isOpen={isOpen}
      onClose={onClose}
      size="small"
    >
      <DialogActions>
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button look="primary" onClick={() => void onAccept()}>
          {t("Accept all")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
