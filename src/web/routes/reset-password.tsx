import { useState } from "react";
import { NewPasswordForm } from "../features/accounts/new-password-form.tsx";
import { RequestResetForm } from "../features/accounts/request-reset-form.tsx";
import { go, PageLink } from "../app/sign-in/address.tsx";
import { AuthFrame, textLink } from "../app/sign-in/auth-frame.tsx";
import type { SignInPageProps } from "./sign-in-pages.tsx";
import { t } from "../lib/messages/t.ts";

const backToLogin = (
  <PageLink to="/auth/login" className={textLink}>
    {t("Back to sign in")}
  </PageLink>
);

export function ResetPassword({ search: { token } }: SignInPageProps) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (token) {
    return (
      <AuthFrame
        title={t("Choose a new password")}
        words={t("You'll be signed out everywhere and sign in with the new password.")}
        footer={backToLogin}
      >
        <NewPasswordForm token={token} onDone={() => go("/auth/login", { replace: true })} />
      </AuthFrame>
    );
  }
  if (sentTo) {
    return (
      <AuthFrame
        title={t("Check your email")}
        words={t(
          "If there's an account for {sentTo}, we sent it a link to reset the password. The link works once, for 30 minutes.",
          { sentTo },
        )}
        footer={backToLogin}
      />
    );
  }
  return (
    <AuthFrame
      title={t("Reset your password")}
      words={t("We'll email you a link to choose a new one.")}
      footer={backToLogin}
    >
      <RequestResetForm onSent={setSentTo} />
    </AuthFrame>
  );
}
