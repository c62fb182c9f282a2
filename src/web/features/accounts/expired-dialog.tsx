import { queryClient } from "../../lib/api.ts";
import { SESSION_EXPIRED } from "../../lib/session.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { LoginForm } from "./login-form.tsx";

/** Asks for the password over the page; everything under it stays as it is, unsent text included. */
export function ExpiredDialog({ email }: { email: string }) {
  return (
    <Dialog title={SESSION_EXPIRED} description="Nothing is lost: your text is kept here and is sent after you have signed in." isOpen isModalOnly onClose={() => undefined}>
      <LoginForm email={email} isEmailFixed onDone={() => void queryClient.invalidateQueries()} />
    </Dialog>
  );
}
