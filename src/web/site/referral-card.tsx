import { useEffect, useRef, useState } from "react";
import { rpc } from "../platform/rpc.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { inputClass } from "../ui/field.tsx";
import { Spinner } from "../ui/spinner.tsx";

type State =
  | { kind: "asking" }
  | { kind: "away" }
  | { kind: "off" }
  | { kind: "visitor" }
  | { kind: "ready"; url: string; accepted: number };

async function ask(): Promise<State> {
  try {
    const [{ isOn }, { session }] = await Promise.all([rpc.referrals.rules({}), rpc.accounts.session({})]);
    if (!isOn) return { kind: "off" };
    if (!session) return { kind: "visitor" };
    const { url, accepted } = await rpc.referrals.mine({});
    return url ? { kind: "ready", url, accepted } : { kind: "off" };
  } catch {
    return { kind: "away" };
  }
}

/** The part of the page that depends on who looks at it. */
export function ReferralCard() {
  const [state, setState] = useState<State>({ kind: "asking" });
  useEffect(() => void ask().then(setState), []);
  if (state.kind === "ready") return <Link url={state.url} accepted={state.accepted} />;
  if (state.kind === "visitor")
    return (
      <>
        <p className="text-muted">Sign in to see your link and how many people used it.</p>
        <div className="mt-4 flex flex-wrap gap-2">
          <a href="/auth/login" className={buttonClass("primary")}>
            Sign in
          </a>
          <a href="/auth/register" className={buttonClass()}>
            Register
          </a>
        </div>
      </>
    );
  if (state.kind === "off")
    return (
      <p className="text-muted">
        Invitation links are turned off on this server. Existing links still open registration, but aren't
        counted.
      </p>
    );
  if (state.kind === "away")
    return (
      <>
        <p role="alert" className="text-muted">
          Can't reach the server to load your link.
        </p>
        <Button
          className="mt-4"
          onClick={() => {
            setState({ kind: "asking" });
            void ask().then(setState);
          }}
        >
          Try again
        </Button>
      </>
    );
  return (
    <p className="flex items-center gap-2 text-muted" role="status">
      <Spinner size={16} /> Loading your link...
    </p>
  );
}

function Link({ url, accepted }: { url: string; accepted: number }) {
  const field = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setSaid("Copied");
    } catch {
      // Clipboards need https; the selected text is one key away from it.
      field.current?.select();
      setSaid("Press Ctrl+C to copy");
    }
  };
  return (
    <>
      <label htmlFor="referral-link" className="text-sm font-medium">
        Your link
      </label>
      <div className="mt-1.5 flex flex-wrap gap-2">
        <input
          ref={field}
          id="referral-link"
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
          className={`${inputClass} h-9 w-auto min-w-48 flex-1 text-ellipsis font-mono text-sm`}
        />
        <Button look="primary" className="h-9" onClick={() => void copy()}>
          Copy link
        </Button>
      </div>
      <p role="status" className="mt-1.5 min-h-5 text-sm text-muted">
        {said}
      </p>
      <p className="mt-4 border-t border-line pt-4">
        <span className="text-2xl font-semibold tabular-nums">{accepted}</span>{" "}
        <span className="text-muted">
          {accepted === 1 ? "person registered through your link" : "people registered through your link"}
        </span>
      </p>
    </>
  );
}
