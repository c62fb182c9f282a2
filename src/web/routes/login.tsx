import { LoginForm } from "../features/accounts/login-form.tsx";
import { useSession } from "../platform/session.ts";
import { LoadingPage } from "../ui/spinner.tsx";
import { go, Onward, PageLink } from "../app/sign-in/address.tsx";
import { AuthFrame, textLink } from "../app/sign-in/auth-frame.tsx";
import { safeNext } from "../app/shell/search-params.ts";
import type { SignInPageProps } from "./sign-in-pages.tsx";
import { t } from "../lib/messages/t.ts";

export function Login({ search: { next, email } }: SignInPageProps) {
  const session = useSession();
  if (session.status === "loading") return <LoadingPage />;
  if (session.status === "signed-in" && !session.isExpired) return <Onward to={safeNext(next)} />;
  const error = session.status === "signed-out" ? session.error : null;
  return (
    <AuthFrame
      title={t("Sign in")}
      words={error ?? undefined}
      footer={
        <>
          {t("New here?")}{" "}
          <PageLink to="/auth/register" search={{ next }} className={textLink}>
            {t("Create an account")}
          </PageLink>
        </>
      }
    >
      <LoginForm
        email={email}
        onDone={() => go(safeNext(next), { replace: true })}
        aside={
          <PageLink to="/auth/reset-password" className={textLink}>
            {t("Forgot password?")}
          </PageLink>
        }
      />
    </AuthFrame>
  );
}
