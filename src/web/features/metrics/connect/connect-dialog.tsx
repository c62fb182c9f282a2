import { useState } from "react";
import type { Metric } from "#contract/metrics.ts";
import { t } from "../../../lib/messages/t.ts";
import { useKeptForm } from "../../../platform/unsaved/kept-form.ts";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { RestoredLine, tellKept } from "../../../ui/overlay/restored-line.tsx";
import { TabList, tabPanel } from "../../../ui/tab-list.tsx";
import { AddressTab } from "./address-tab.tsx";
import { ApiTab } from "./api-tab.tsx";
import { ChooseTab } from "./choose-tab.tsx";
import { type ConnectForm, formOf } from "./connect-form.ts";
import { ValueTab } from "./value-tab.tsx";

type ConnectDialogProps = {
  cardName: string;
  metrics: readonly Metric[];
  /** Which the card shows. */
  metric: Metric | undefined;
  isConnected: boolean;
  onConnect: (settings: { metricId: string; metricName: string }) => void;
  onClose: () => void;
};

type TabId = "value" | "address" | "api" | "choose";
const PANEL = "connect-figure";

/** Where a card's figure comes from: typed in, asked of an address, sent by a program, or a metric that is there. */
export function ConnectDialog(props: ConnectDialogProps) {
  const { cardName, metrics, metric, isConnected, onConnect, onClose } = props;
  const kept = useKeptForm<ConnectForm>(`figure ${cardName} ${metric?.id ?? ""}`, formOf(metric, cardName));
  const [tab, setTab] = useState<TabId>(metric?.source ? "address" : "value");
  const tabs = [
    { id: "value", title: t("Type It In") },
    { id: "address", title: t("Web Address") },
    { id: "api", title: t("Send It") },
    // It stays where the last one is deleted in it.
    ...(metrics.length > 0 || tab === "choose" ? [{ id: "choose" as const, title: t("Your Metrics") }] : []),
  ] as const;
  const shared = {
    form: kept.form,
    onForm: (change: Partial<ConnectForm>) => kept.setForm({ ...kept.form, ...change }),
    metric,
    onDone: (connected: { metricId: string } | { metricName: string }) => {
      kept.forget();
      if (!("metricId" in connected) || connected.metricId !== metric?.id)
        onConnect({ metricId: "", metricName: "", ...connected });
      onClose();
    },
  };
  const leave = () => {
    if (kept.isChanged) tellKept();
    onClose();
  };
  return (
    <Dialog
      isOpen
      title={metric?.name ?? t("Connect {name}", { name: cardName })}
      size="narrow"
      onClose={leave}
    >
      <div className="flex flex-col gap-4">
        {kept.isRestored && <RestoredLine onDiscard={kept.reset} />}
        <TabList
          label={t("Where it comes from")}
          tabs={tabs}
          current={tab}
          panelId={PANEL}
          onChoose={setTab}
        />
        <div {...tabPanel(PANEL, tab)}>
          {tab === "value" && <ValueTab {...shared} />}
          {tab === "address" && <AddressTab {...shared} />}
          {tab === "api" && <ApiTab {...shared} />}
          {tab === "choose" && <ChooseTab {...shared} metrics={metrics} isConnected={isConnected} />}
        </div>
      </div>
    </Dialog>
  );
}
