import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { flushSync } from "react-dom";
import { RegisterForm } from "../features/accounts/register-form.tsx";
import { useSession } from "../platform/session.ts";
import { LoadingPage } from "../ui/spinner.tsx";
import { AuthFrame, textLink } from "../app/shell/auth-frame.tsx";
import { Redirect } from "../app/shell/redirect.tsx";
import { safeNext } from "../app/shell/search-params.ts";
import { t } from "../lib/messages/t.ts";

export function Register() {
  const { next, invite, ref, email } = useSearch({ from: "/auth/register" });
  const [isNew, setIsNew] = useState(false);
  const status = useSession((state) => state.status);
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (status === "loading") return <LoadingPage />;
  if (status === "signed-in") return <Redirect to={isNew && !next ? "/setup/onboarding" : safeNext(next)} />;
  if (sentTo) {
    return (
      <AuthFrame
        title={t("Check your email")}
        words={t("We sent a link to {sentTo}. Open it to verify your address, then sign in.", { sentTo })}
        footer={
          <Link to="/auth/login" search={{ email: sentTo }} className={textLink}>
            {t("Go to sign in")}
          </Link>
        }
      />
    );
  }
  return (
    <AuthFrame
      title={t("Create your account")}
      footer={
        <>
          {t("Already have an account?")}{" "}
          <Link to="/auth/login" search={{ next }} className={textLink}>
            {t("Sign in")}
          </Link>
        </>
      }
    >
      <RegisterForm
        inviteCode={invite}
        referralCode={ref}
        email={email}
        // At once, because the session is told at once: whoever is new is set up first, unless they came for something.
        onRegistered={() => flushSync(() => setIsNew(true))}
        onVerificationSent={setSentTo}
      />
    </AuthFrame>
  );
}
