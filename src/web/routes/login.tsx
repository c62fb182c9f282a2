import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { LoginForm } from "../features/accounts/login-form.tsx";
import { useSession } from "../platform/session.ts";
import { LoadingPage } from "../ui/spinner.tsx";
import { AuthFrame, textLink } from "../app/shell/auth-frame.tsx";
import { Redirect } from "../app/shell/redirect.tsx";
import { safeNext } from "../app/shell/search-params.ts";
import { t } from "../lib/messages/t.ts";

export function Login() {
  const { next, email } = useSearch({ from: "/auth/login" });
  const navigate = useNavigate();
  const session = useSession();
  if (session.status === "loading") return <LoadingPage />;
  if (session.status === "signed-in" && !session.isExpired) return <Redirect to={safeNext(next)} />;
  const error = session.status === "signed-out" ? session.error : null;
  return (
    <AuthFrame
      title={t("Sign in")}
      words={error ?? undefined}
      footer={
        <>
          {t("New here?")}{" "}
          <Link to="/auth/register" search={{ next }} className={textLink}>
            {t("Create an account")}
          </Link>
        </>
      }
    >
      <LoginForm
        email={email}
        onDone={() => void navigate({ to: safeNext(next), replace: true })}
        aside={
          <Link to="/auth/reset-password" className={textLink}>
            {t("Forgot password?")}
          </Link>
        }
      />
    </AuthFrame>
  );
}
