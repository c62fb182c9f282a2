import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { ShieldQuestion } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Authorization, AuthorizationRequest } from "#contract/tokens.ts";
import { Protected } from "../../app/shell/protected.tsx";
import { AuthFrame } from "../../app/sign-in/auth-frame.tsx";
import { IdentityDialog } from "../../features/settings/identity-dialog.tsx";
import { confirmed, NotConfirmedError } from "../../kernel/account/confirm-identity.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { rpc } from "../../platform/rpc.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { useUser } from "../../platform/session.ts";
import { Button } from "../../ui/button.tsx";
import { LoadingPage } from "../../ui/spinner.tsx";

/** A program sends its owner here, who says whether it may use the account, and sends them back with the answer (OAuth 2.1). */
export function ConnectProgram() {
  return (
    <Protected>
      <Consent />
      <IdentityDialog />
    </Protected>
  );
}

const OFFLINE = () => t("Can't reach the server. Try again in a moment.");

function Consent() {
  const search = useSearch({ from: "/setup/program" });
  const request: AuthorizationRequest = {
    clientId: search.client_id ?? "",
    redirectUri: search.redirect_uri ?? "",
    responseType: search.response_type ?? "",
    codeChallenge: search.code_challenge ?? "",
    codeChallengeMethod: search.code_challenge_method ?? "",
    ...(search.scope !== undefined && { scope: search.scope }),
    ...(search.state !== undefined && { state: search.state }),
    ...(search.resource !== undefined && { resource: search.resource }),
  };
  const { data, error, refetch } = useQuery(
    api.tokens.authorization.queryOptions({ input: request, staleTime: Infinity, retry: false }),
  );
  if (data) return <Question request={request} asked={data} />;
  if (!error) return <LoadingPage />;
  const backTo = (error as { data?: { backTo?: unknown } }).data?.backTo;
  return (
    <AuthFrame title={t("This program can't be connected")} words={errorMessage(error, OFFLINE())}>
      {typeof backTo === "string" ? (
        <Button look="primary" onClick={() => location.assign(backTo)}>
          {t("Go back to the program")}
        </Button>
      ) : (
        <Button onClick={() => void refetch()}>{t("Try again")}</Button>
      )}
    </AuthFrame>
  );
}

type Access = "propose" | "read";

function Question({ request, asked }: { request: AuthorizationRequest; asked: Authorization }) {
  const { program, site, returnsTo, isOnDevice, mayPropose, refusalUrl } = asked;
  const email = useUser()?.email ?? "";
  const [access, setAccess] = useState<Access>(mayPropose ? "propose" : "read");
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const allow = async () => {
    setIsBusy(true);
    setFault(null);
    try {
      const { url } = await confirmed(() =>
        rpc.tokens.authorize({ ...request, mayPropose: access === "propose" }),
      );
      location.assign(url);
    } catch (error) {
      if (!(error instanceof NotConfirmedError)) setFault(errorMessage(error, OFFLINE()));
      setIsBusy(false);
    }
  };
  return (
    <AuthFrame
      title={t("Connect a program?")}
      words={t("A program wants to use the account {email}. Allow it only if you started this yourself.", {
        email,
      })}
      footer={t("You can disconnect it at any time under Settings, Account, App passwords.")}
    >
      <dl className="divide-y divide-line rounded-md border border-line">
        <Fact name={t("Calls itself")}>{program}</Fact>
        {site && <Fact name={t("Comes from")}>{site}</Fact>}
        <Fact name={t("Sends you back to")}>
          {isOnDevice ? t("a program on this device ({host})", { host: returnsTo }) : returnsTo}
        </Fact>
      </dl>
      <p className="mt-3 flex gap-2 text-sm text-muted">
        <ShieldQuestion size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
        {t(
          "Nobody has checked its name. Folders and tags that are kept from AI models elsewhere stay hidden from it.",
        )}
      </p>
      <fieldset className="mt-5 flex flex-col gap-2">
        <legend className="mb-2 text-sm font-medium">{t("It may")}</legend>
        {mayPropose && (
          <Choice
            isChosen={access === "propose"}
            onChoose={() => setAccess("propose")}
            words={t(
              "Read notes, tasks, events and files, and propose changes, which wait until you accept them",
            )}
          />
        )}
        <Choice
          isChosen={access === "read"}
          onChoose={() => setAccess("read")}
          words={t("Only read notes, tasks, events and files")}
        />
      </fieldset>
      {fault && (
        <p role="alert" className="mt-4 text-sm text-danger">
          {fault}
        </p>
      )}
      <div className="mt-6 flex gap-2">
        <Button look="primary" isBusy={isBusy} onClick={() => void allow()}>
          {t("Allow")}
        </Button>
        <Button isBusy={false} onClick={() => location.assign(refusalUrl)}>
          {t("Refuse")}
        </Button>
      </div>
    </AuthFrame>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="px-3 py-2.5">
      <dt className="text-xs text-faint">{name}</dt>
      <dd className="font-medium break-words">
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}

type ChoiceProps = { isChosen: boolean; onChoose: () => void; words: string };

function Choice({ isChosen, onChoose, words }: ChoiceProps) {
  return (
    <label className="flex cursor-pointer gap-3 rounded-md border border-line-strong p-3 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <input type="radio" name="access" className="mt-1" checked={isChosen} onChange={onChoose} />
      <span className="text-sm">{words}</span>
    </label>
  );
}
