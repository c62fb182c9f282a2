import { useEffect, useId, useRef, useState, type FormEvent, type Ref } from "react";
import { CONTACT_SIZES } from "#contract/shared/contact-sizes.ts";
import { rpc } from "../platform/rpc.ts";
import { errorCode, errorMessage, isUnreachable } from "../platform/rpc-errors.ts";
import { Button } from "../ui/button.tsx";
import { Field, inputClass } from "../ui/field.tsx";

type Ticket = { ticket: string; readyAt: number };

/** The server's leave to send one message; it is asked for early, because it has to be a few seconds old. */
function createTickets() {
  let held: Promise<Ticket> | null = null;
  const ask = () =>
    rpc.contact.begin({}).then(({ ticket, waitMs }) => ({ ticket, readyAt: performance.now() + waitMs }));
  return {
    prepare(): void {
      held ??= ask();
      // Whoever opens the form without a connection is told when sending, not before.
      held.catch(() => (held = null));
    },
    async take(): Promise<string> {
      this.prepare();
      const { ticket, readyAt } = await held!;
      held = null;
      await new Promise((done) => setTimeout(done, Math.max(0, readyAt - performance.now()) + 50));
      return ticket;
    },
  };
}

function faultIn(error: unknown): string {
  if (errorCode(error) === "RATE_LIMITED")
    return "You've already sent several messages. Try again in an hour; your text stays here.";
  if (isUnreachable(error) && !errorMessage(error, ""))
    return "Can't reach the server, so your message wasn't sent. Your text stays here; try again when you're back online.";
  return `${errorMessage(error, "Couldn't send your message.")} Your text stays here.`;
}

export function ContactForm() {
  const [tickets] = useState(createTickets);
  const [state, setState] = useState<"writing" | "sending" | "sent">("writing");
  const [fault, setFault] = useState<string | null>(null);
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => tickets.prepare(), [tickets]);
  useEffect(() => {
    if (state === "sent") said.current?.focus();
  }, [state]);
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = (name: string) => String(form.get(name) ?? "");
    const message = {
      name: read("name"),
      email: read("email"),
      message: read("message"),
      website: read("website"),
    };
    setState("sending");
    setFault(null);
    try {
      await rpc.contact.send({ ...message, ticket: await tickets.take() });
      setState("sent");
    } catch (error) {
      setFault(faultIn(error));
      setState("writing");
      tickets.prepare();
    }
  };
  if (state === "sent")
    return <Sent heading={said} onAgain={() => (setState("writing"), tickets.prepare())} />;
  return (
    <form onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" name="name" autoComplete="name" required maxLength={CONTACT_SIZES.name} />
        <Field label="Email" name="email" type="email" autoComplete="email" required maxLength={254} />
      </div>
      <MessageField />
      <Trap />
      {fault && (
        <p role="alert" className="rounded-md border border-danger/40 bg-danger-soft px-3 py-2 text-sm">
          {fault}
        </p>
      )}
      <Button type="submit" look="primary" className="h-10 self-start px-5" isBusy={state === "sending"}>
        Send message
      </Button>
    </form>
  );
}

function MessageField() {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        Message
      </label>
      <textarea
        id={id}
        name="message"
        required
        rows={8}
        maxLength={CONTACT_SIZES.message}
        aria-describedby={`${id}-note`}
        className={`${inputClass} resize-y py-2`}
      />
      <p id={`${id}-note`} className="text-xs text-faint">
        Plain text, up to {CONTACT_SIZES.message.toLocaleString("en")} characters. The administrator replies
        to your email address.
      </p>
    </div>
  );
}

/** Seen by programs alone, which fill whatever they find. */
function Trap() {
  return (
    <div aria-hidden="true" className="absolute -start-[200vw] size-px overflow-hidden">
      <label>
        Website
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

function Sent({ heading, onAgain }: { heading: Ref<HTMLDivElement>; onAgain: () => void }) {
  return (
    <div ref={heading} tabIndex={-1} role="status" className="outline-none">
      <h2 className="text-xl font-semibold tracking-tight">Your message was sent.</h2>
      <p className="mt-1.5 text-muted">
        The administrator has received it and can reply to your email address.
      </p>
      <Button className="mt-5" onClick={onAgain}>
        Write another
      </Button>
    </div>
  );
}
