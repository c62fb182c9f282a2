import { Globe } from "lucide-react";
import { defineFields } from "../../../kernel/widgets/settings.ts";
import { defineWidget } from "../../../kernel/widgets/widget.ts";
import { NothingYet } from "../../../kernel/widgets/widget-states.tsx";
import { Button } from "../../../ui/button.tsx";
import { t } from "../../../lib/messages/t.ts";
import { useLayout } from "../layout-changes.ts";

const fields = defineFields({
  name: { kind: "text", label: t("Title"), initial: "", most: 60 },
  address: {
    kind: "text",
    label: t("Address"),
    initial: "",
    most: 500,
    placeholder: t("https://status.example.org"),
  },
});

const urlOf = (address: string): URL | null =>
  /^https?:\/\//.test(address) && URL.canParse(address) ? new URL(address) : null;

/** A page within ours may do nothing to ours: it has an origin of its own and can't lead the window away. */
const SANDBOX = "allow-scripts allow-same-origin allow-forms allow-popups";

function Page({ url }: { url: URL }) {
  const { embedOrigins } = useLayout();
  // With its own origin the sandbox would be none.
  const isAllowed = url.origin !== location.origin && embedOrigins.includes(url.origin);
  if (isAllowed)
    return (
      <iframe
        src={url.href}
        title={url.host}
        sandbox={SANDBOX}
        referrerPolicy="no-referrer"
        loading="lazy"
        className="size-full rounded-md border-0 bg-white"
      />
    );
  return (
    <NothingYet>
      {embedOrigins.length === 0
        ? t("This server shows no pages of other sites. Its operator can allow {site} with EMBED_ORIGINS.", {
            site: url.origin,
          })
        : t("This server shows pages of {sites} only. Its operator can allow {site} with EMBED_ORIGINS.", {
            sites: embedOrigins.join(", "),
            site: url.origin,
          })}
    </NothingYet>
  );
}

export const widget = defineWidget({
  fields,
  Title: ({ settings: { name, address } }) => (
    <bdi>{name.trim() || urlOf(address.trim())?.host || t("Web Page")}</bdi>
  ),
  View: function Embed({ settings: { address }, openSettings }) {
    const url = urlOf(address.trim());
    if (url) return <Page url={url} />;
    return (
      <NothingYet action={<Button onClick={openSettings}>{t("Enter Address...")}</Button>}>
        {address.trim() === ""
          ? t("A page of a site that your administrator has allowed.")
          : t("This address can't be read. It begins with https:// or http://.")}
      </NothingYet>
    );
  },
  Preview: () => (
    <div className="grid h-full place-items-center text-faint">
      <Globe size={40} strokeWidth={1} />
    </div>
  ),
});
