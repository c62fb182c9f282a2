import { copyText } from "../../platform/device/clipboard.ts";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";

/** What an administrator does at Google, for a server without a client there. */
export function SetupGuide({ redirectUri }: { redirectUri: string }) {
  const steps = [
    t(
      "In the Google Cloud console, create a project and turn on the Google Drive API and the Google Picker API.",
    ),
    t(
      "Set up the consent screen with the permission “drive.file”. It is not a sensitive one, so Google needs no review.",
    ),
    t("Create an OAuth client of the kind “Web application” with the redirect address below."),
    t("Create an API key for the Google Picker API, limited to this server's address."),
    t("Set GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET and GOOGLE_API_KEY for the server, and restart it."),
  ];
  return (
    <section aria-labelledby="drive-guide" className="flex flex-col gap-3 rounded-md border border-line p-4">
      <h2 id="drive-guide" className="font-semibold">
        {t("Google Drive isn't set up on this server")}
      </h2>
      <p className="text-sm text-muted">
        {t(
          "Each server has its own registration with Google, so no third party sees your files. Its administrator sets it up once:",
        )}
      </p>
      <ol className="flex list-decimal flex-col gap-1.5 ps-5 text-sm">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <span className="text-muted">{t("Redirect address")}</span>
        <code dir="ltr" className="min-w-0 rounded-md bg-hover px-2 py-1 break-all">
          {redirectUri}
        </code>
        <Button
          className="pointer-coarse:h-11"
          aria-label={t("Copy the redirect address")}
          onClick={() => void copyText(redirectUri, t("Address copied"))}
        >
          {t("Copy")}
        </Button>
      </p>
      <p className="text-sm text-muted">{t("The whole way is described in docs/google-drive.md.")}</p>
    </section>
  );
}
