import { Link } from "@tanstack/react-router";
import { Copy } from "lucide-react";
import { rich } from "../../../lib/messages/rich.ts";
import { t } from "../../../lib/messages/t.ts";
import { copyText } from "../../../platform/device/clipboard.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { DialogActions } from "../../../ui/overlay/dialog.tsx";
import type { TabProps } from "./connect-form.ts";

/** A value in quotes for a shell, and within them as JSON. */
const shellOf = (json: object): string => `'${JSON.stringify(json).replaceAll("'", `'\\''`)}'`;

const lineOf = (name: string, unit: string): string =>
  [
    `curl ${location.origin}/api/metrics`,
    `-H 'Authorization: Bearer APP_PASSWORD'`,
    `-H 'Content-Type: application/json'`,
    `-d ${shellOf({ name, value: 42, ...(unit && { unit }) })}`,
  ].join(" \\\n  ");

/** How a program sends values, with the line to begin with. */
export function ApiTab({ form, onForm, metric, onDone }: TabProps) {
  const name = form.name.trim();
  const line = lineOf(name, metric ? "" : form.unit.trim());
  return (
    <div className="flex flex-col gap-4 text-sm">
      {!metric && (
        <Field
          label={t("Name")}
          dir="auto"
          maxLength={100}
          value={form.name}
          onChange={(event) => onForm({ name: event.target.value })}
        />
      )}
      <p className="text-muted">
        {rich("Make an <link>app password</link> that may only send metrics, and put it in this line.", {
          link: (words) => (
            <Link
              to="/app/settings"
              search={{ tab: "account" }}
              hash="app-passwords"
              className="tap text-accent underline"
            >
              {words}
            </Link>
          ),
        })}
      </p>
      <pre
        dir="ltr"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keys as well
        tabIndex={0}
        aria-label={t("Command")}
        role="region"
        className="overflow-x-auto rounded-md border border-line bg-bg p-3 font-mono text-xs"
      >
        {line}
      </pre>
      <DialogActions>
        <Button onClick={() => void copyText(line, t("Command copied"))}>
          <Copy size={14} aria-hidden="true" /> {t("Copy")}
        </Button>
        {!metric && (
          <Button look="primary" disabled={name === ""} onClick={() => onDone({ metricName: name })}>
            {t("Wait for It")}
          </Button>
        )}
      </DialogActions>
    </div>
  );
}
