import { useEffect, useState, type FormEvent } from "react";
import { registrationMessage, verifiedAtOnce, verifyByMail } from "../../platform/auth-messages.ts";
import { rpc } from "../../platform/rpc.ts";
import { errorCode } from "../../platform/rpc-errors.ts";
import { adopt, announce } from "../../platform/session.ts";
import { Button } from "../../ui/button.tsx";
import { Field, FormError } from "../../ui/field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

type Rules = Awaited<ReturnType<typeof rpc.accounts.rules>>;

type RegisterFormProps = {
  inviteCode?: string | undefined;
  referralCode?: string | undefined;
  email?: string | undefined;
  onRegistered: () => void;
  onVerificationSent: (email: string) => void;
};

type FailedField = "email" | "password" | "inviteCode" | "form";

/** The field that a refusal is about. */
function fieldOf(error: unknown): FailedField {
  switch (errorCode(error)) {
    case "EMAIL_TAKEN":
      return "email";
    case "PASSWORD_TOO_SHORT":
      return "password";
    case "INVITE_REQUIRED":
      return "inviteCode";
    default:
      return "form";
  }
}

/** How registration works here; null until the server has said so, and the form works without. */
function useRules(): Rules | null {
  const [rules, setRules] = useState<Rules | null>(null);
  useEffect(() => {
    rpc.accounts.rules({}).then(setRules, () => undefined);
  }, []);
  return rules;
}

export function RegisterForm({
  inviteCode,
  referralCode,
  email,
  onRegistered,
  onVerificationSent,
}: RegisterFormProps) {
  const rules = useRules();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<{ field: FailedField; words: string } | null>(null);
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = (name: string) => String(form.get(name) ?? "").trim();
    const input = {
      name: read("name"),
      email: read("email"),
      password: String(form.get("password")),
      inviteCode: read("inviteCode") || undefined,
      referralCode,
    };
    setIsBusy(true);
    setFailure(null);
    try {
      const { session } = await rpc.accounts.register(input);
      toast.success(session ? verifiedAtOnce : verifyByMail);
      if (!session) return onVerificationSent(input.email);
      // Before the page learns of the session, which it leaves for.
      onRegistered();
      adopt(session);
      announce("signed-in");
    } catch (error) {
      const message = registrationMessage(error);
      setFailure({ field: fieldOf(error), words: message });
      toast.error(message);
    } finally {
      setIsBusy(false);
    }
  };
  const errorOf = (field: FailedField) => (failure?.field === field ? failure.words : undefined);
  if (rules?.registration === "closed") {
    return (
      <p className="text-muted">
        {t("Registration is closed on this server. Ask its administrator for an account.")}
      </p>
    );
  }
  return (
    <form onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      <Field label={t("Name")} name="name" autoComplete="name" maxLength={100} required autoFocus />
      <Field
        label={t("Email")}
        name="email"
        type="email"
        autoComplete="email"
        required
        defaultValue={email}
        error={errorOf("email")}
      />
      <Field
        label={t("Password")}
        name="password"
        type="password"
        autoComplete="new-password"
        required
        error={errorOf("password")}
        hint={t("At least {count} characters.", { count: rules?.passwordMinLength ?? 6 })}
      />
      {(rules?.registration === "invite" || inviteCode) && (
        <Field
          label={t("Invitation code")}
          name="inviteCode"
          required
          defaultValue={inviteCode}
          autoComplete="off"
          error={errorOf("inviteCode")}
        />
      )}
      <FormError words={errorOf("form") ?? null} />
      <Button type="submit" look="primary" className="mt-1 h-9" isBusy={isBusy}>
        {t("Create account")}
      </Button>
    </form>
  );
}
