import { Plus, Radar } from "lucide-react";
import { useState } from "react";
import type { ModelProvider } from "#contract/models.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { rpc } from "../../platform/rpc.ts";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.tsx";
import { FormError } from "../../ui/field.tsx";
import { ProviderRow } from "./provider-row.tsx";
import { RemoveProviderDialog } from "./remove-provider-dialog.tsx";
import { failureOf, useModels } from "./use-models.ts";

const ProviderDialog = deferred(async () => (await import("./provider-dialog.tsx")).ProviderDialog);
const ChooseModelsDialog = deferred(
  async () => (await import("./choose-models-dialog.tsx")).ChooseModelsDialog,
);

type Found = { url: string; models: string[] };
/** What is open over the list: a form, maybe begun with a server that was found, or a question. */
type Open =
  | { what: "edit"; provider?: ModelProvider; found?: Found }
  | { what: "models" | "remove"; provider: ModelProvider };

/** The server's providers of models and one's own: add, test, choose models, switch off, remove. */
export function ProvidersSetting() {
  const { data, isError } = useModels();
  const [open, setOpen] = useState<Open | null>(null);
  if (!data) return isError ? <p className="text-sm text-muted">{t("You're offline.")}</p> : null;
  const close = () => setOpen(null);
  const { providers, canAdd, tasks } = data;
  return (
    <div className="flex flex-col items-start gap-4">
      {providers.length > 0 ? (
        <ul className="w-full divide-y divide-line rounded-md border border-line">
          {providers.map((provider) => (
            <ProviderRow
              key={provider.id}
              provider={provider}
              tasks={tasks}
              onEdit={() => setOpen({ what: "edit", provider })}
              onModels={() => setOpen({ what: "models", provider })}
              onRemove={() => setOpen({ what: "remove", provider })}
            />
          ))}
        </ul>
      ) : (
        <p className="text-sm text-muted">{t("No provider yet. Nothing is sent to any model.")}</p>
      )}
      {canAdd ? (
        <AddProvider onAdd={(found) => setOpen({ what: "edit", ...(found && { found }) })} />
      ) : (
        <p className="text-sm text-muted">{t("The server's administrator sets up the AI models here.")}</p>
      )}
      {open?.what === "edit" && (
        <ProviderDialog
          {...(open.provider && { provider: open.provider })}
          {...(open.found && { found: open.found })}
          onClose={close}
          // A new one does nothing until a model is chosen.
          onAdded={(provider) => setOpen({ what: "models", provider })}
        />
      )}
      {open?.what === "models" && <ChooseModelsDialog provider={open.provider} onClose={close} />}
      {open?.what === "remove" && <RemoveProviderDialog provider={open.provider} onClose={close} />}
    </div>
  );
}

/** By hand, or from what answers at the addresses that the operator listed. */
function AddProvider({ onAdd }: { onAdd: (found?: Found) => void }) {
  const [servers, setServers] = useState<Found[] | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const look = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      setServers((await rpc.models.probe({})).servers);
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onAdd()}>
          <Plus size={15} /> {t("Add a provider")}
        </Button>
        <Button look="quiet" isBusy={isBusy} onClick={() => void look()}>
          <Radar size={15} /> {t("Find local servers")}
        </Button>
      </div>
      <FormError words={failure} />
      <div role="status" className="w-full text-sm empty:hidden">
        {servers?.length === 0 && (
          <p className="text-muted">
            {t(
              "No model server answers at the addresses that the server's administrator listed (EGRESS_ALLOW).",
            )}
          </p>
        )}
        {servers && servers.length > 0 && (
          <ul className="flex flex-col gap-2">
            {servers.map((server) => (
              <li key={server.url} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span dir="ltr" className="font-mono text-xs break-all">
                  {server.url}
                </span>
                <span className="text-muted">
                  {plural(server.models.length, { one: "{count} model", other: "{count} models" })}
                </span>
                <Button aria-label={t("Add {url}", { url: server.url })} onClick={() => onAdd(server)}>
                  {t("Add")}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
