import { AwaitPart, lazyPart } from "../../ui/deferred.tsx";
import { useState, type FormEvent, type ReactNode } from "react";
import { loginMessage } from "../../platform/auth-messages.ts";
import { errorCode } from "../../platform/rpc-errors.ts";
import { Button } from "../../ui/button.tsx";
import { Field, FormError } from "../../ui/field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { signIn } from "./sign-in.ts";
import { t } from "../../lib/messages/t.ts";

// Few accounts ask for a code, and those who do have typed a password by then.
const CodeForm = lazyPart(async () => (await import("./code-form.tsx")).CodeForm);

const SendAgain = lazyPart(async () => (await import("./send-again.tsx")).SendAgain);
const PasskeyButton = lazyPart(async () => (await import("./passkey-button.tsx")).PasskeyButton);

type LoginFormProps = {
  email?: string | undefined;
  /** The person is known and only has to prove it again. */
  isEmailFixed?: boolean;
  onDone: () => void;
  aside?: ReactNode;
};

export function LoginForm({ email = "", isEmailFixed = false, onDone, aside }: LoginFormProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [unverified, setUnverified] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [challenge, setChallenge] = useState<string | null>(null);
  const finish = () => {
    toast.success(t("Welcome back!"));
    onDone();
  };
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const input = { email: String(form.get("email")).trim(), password: String(form.get("password")) };
    setIsBusy(true);
    setFailure(null);
    try {
      const asked = await signIn(input);
      if (asked) setChallenge(asked.challenge);
      else finish();
    } catch (error) {
      if (errorCode(error) === "EMAIL_NOT_VERIFIED") setUnverified(input.email);
      setFailure(loginMessage(error));
      toast.error(loginMessage(error));
    } finally {
      setIsBusy(false);
    }
  };
  if (challenge)
    return (
      <AwaitPart>
        <CodeForm challenge={challenge} onDone={finish} onCancel={() => setChallenge(null)} />
      </AwaitPart>
    );
  return (
    <form onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      <Field
        label={t("Email")}
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={email}
        readOnly={isEmailFixed}
        autoFocus={!email}
      />
      <Field
        label={t("Password")}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        aside={aside}
        autoFocus={Boolean(email)}
        aria-invalid={failure ? true : undefined}
      />
      <FormError words={failure} />
      <Button type="submit" look="primary" className="mt-1 h-9" isBusy={isBusy}>
        {t("Sign in")}
      </Button>
      <AwaitPart fallback={<span className="h-9" />}>
        {/* Whose passkey it is, the passkey says: over a page of one person nobody else may come in. */}
        {!isEmailFixed && <PasskeyButton onDone={finish} />}
      </AwaitPart>
      <AwaitPart>{unverified && <SendAgain email={unverified} />}</AwaitPart>
    </form>
  );
}
