import { useEffect, useState } from "react";
import { rpc } from "../platform/rpc.ts";
import { errorMessage } from "../platform/rpc-errors.ts";
import { loadSession, useSession } from "../platform/session.ts";
import { buttonClass } from "../ui/button.tsx";
import { LoadingPage } from "../ui/spinner.tsx";
import { PageLink } from "../app/sign-in/address.tsx";
import { AuthFrame } from "../app/sign-in/auth-frame.tsx";
import type { SignInPageProps } from "./sign-in-pages.tsx";
import { t } from "../lib/messages/t.ts";

type Outcome = { isDone: boolean; words: string };

/** A token works once; React runs effects twice in development, so the answer is kept per token. */
const asked = new Map<string, Promise<Outcome>>();

/** `change` is the token of a new address, `token` that of the one somebody registered with. */
type Link = { token?: string | undefined; change?: string | undefined };

async function ask({ token = "", change }: Link): Promise<string> {
  if (change === undefined) {
    await rpc.accounts.verifyEmail({ token });
    return t("Thank you. Your address is verified.");
  }
  const { email } = await rpc.security.confirmEmail({ token: change });
  return t("Thank you. From now on, sign in with {email}.", { email });
}

function verify(link: Link): Promise<Outcome> {
  const key = `${link.token} ${link.change}`;
  const known = asked.get(key);
  if (known) return known;
  const answer = ask(link).then(
    (words) => ({ isDone: true, words }),
    (error: unknown) => ({
      isDone: false,
      words: errorMessage(error, t("Can't reach the server. Open the link again in a moment.")),
    }),
  );
  asked.set(key, answer);
  return answer;
}

const incomplete: Outcome = {
  isDone: false,
  words: t("This link is incomplete. Open the one in your email again."),
};

export function Verify({ search: { token, change } }: SignInPageProps) {
  const isSignedIn = useSession((state) => state.status === "signed-in");
  const [answered, setAnswered] = useState<Outcome | null>(null);
  const isComplete = Boolean(token ?? change);
  const outcome = isComplete ? answered : incomplete;
  useEffect(() => {
    if (!isComplete) return;
    void verify({ token, change }).then((answer) => {
      setAnswered(answer);
      if (answer.isDone) void loadSession();
    });
  }, [token, change, isComplete]);
  if (!outcome) return <LoadingPage />;
  return (
    <AuthFrame title={outcome.isDone ? t("Email verified") : t("Not verified")} words={outcome.words}>
      <PageLink to={isSignedIn ? "/app/dashboard" : "/auth/login"} className={buttonClass("primary")}>
        {isSignedIn ? t("Open Cairn") : t("Sign in")}
      </PageLink>
    </AuthFrame>
  );
}
