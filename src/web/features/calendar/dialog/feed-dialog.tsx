import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Calendar } from "#contract/calendars.ts";
import { t } from "../../../lib/messages/t.ts";
import { api, invalidate } from "../../../platform/api.ts";
import { copyText } from "../../../platform/device/clipboard.ts";
import { failureWords } from "../../../platform/rpc-errors.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Dialog, DialogActions } from "../../../ui/overlay/dialog.tsx";
import { toast } from "../../../ui/toast-store.ts";

/** The address by which other programs read a calendar. It is shown once, as the server keeps only its hash. */
export function FeedDialog({ calendar, onClose }: { calendar: Calendar; onClose: () => void }) {
  const input = { calendarId: calendar.id };
  const { data } = useQuery(api.calendars.feed.queryOptions({ input }));
  const [address, setAddress] = useState<string | null>(null);
  const hasFeed = Boolean(data?.createdAt);
  const run = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      toast.error(failureWords(error, t("The address couldn't be changed.")));
    }
    invalidate(api.calendars.feed.key());
  };
  const make = () =>
    run(async () => {
      const { path } = await api.calendars.createFeed.call(input);
      setAddress(`${location.origin}${path}`);
    });
  const revoke = () =>
    run(async () => {
      await api.calendars.revokeFeed.call(input);
      setAddress(null);
    });
  return (
    <Dialog
      title={t("Private address of {name}", { name: calendar.name })}
      isOpen
      onClose={onClose}
      size="narrow"
    >
      <div className="flex flex-col gap-3 text-sm">
        <p className="text-muted">
          {t(
            "Anyone who has this address can read the calendar, such as your phone's calendar app. Nobody can change it there.",
          )}
        </p>
        {address && (
          <Field
            label={t("Address")}
            value={address}
            readOnly
            dir="ltr"
            hint={t("Copy it now: it isn't shown again.")}
            onFocus={(event) => event.target.select()}
          />
        )}
        {!address && hasFeed && <p>{t("This calendar has an address. A new one takes its place.")}</p>}
      </div>
      <DialogActions>
        {hasFeed && (
          <Button look="quiet" className="text-danger" onClick={() => void revoke()}>
            {t("Revoke")}
          </Button>
        )}
        <span className="flex-1" />
        {address ? (
          <Button look="primary" onClick={() => void copyText(address, t("Address copied"))}>
            {t("Copy")}
          </Button>
        ) : (
          <Button look="primary" onClick={() => void make()}>
            {hasFeed ? t("New Address") : t("Create Address")}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
