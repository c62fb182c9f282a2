import { useState } from "react";
import { flushSync } from "react-dom";
import { RegisterForm } from "../features/accounts/register-form.tsx";
import { useSession } from "../platform/session.ts";
import { LoadingPage } from "../ui/spinner.tsx";
import { Onward, PageLink } from "../app/sign-in/address.tsx";
import { AuthFrame, textLink } from "../app/sign-in/auth-frame.tsx";
import { safeNext } from "../app/shell/search-params.ts";
import type { SignInPageProps } from "./sign-in-pages.tsx";
import { t } from "../lib/messages/t.ts";

export function Register({ search: { next, invite, ref, email } }: SignInPageProps) {
  const [isNew, setIsNew] = useState(false);
  const status = useSession((state) => state.status);
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (status === "loading") return <LoadingPage />;
  if (status === "signed-in") return <Onward to={isNew && !next ? "/setup/onboarding" : safeNext(next)} />;
  if (sentTo) {
    return (
      <AuthFrame
        title={t("Check your email")}
        words={t("We sent a link to {sentTo}. Open it to verify your address, then sign in.", { sentTo })}
        footer={
          <PageLink to="/auth/login" search={{ email: sentTo }} className={textLink}>
            {t("Go to sign in")}
          </PageLink>
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
          <PageLink to="/auth/login" search={{ next }} className={textLink}>
            {t("Sign in")}
          </PageLink>
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
