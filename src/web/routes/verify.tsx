import { Link, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { rpc } from "../lib/rpc.ts";
import { errorMessage } from "../lib/rpc-errors.ts";
import { loadSession, useSession } from "../lib/session.ts";
import { buttonClass } from "../ui/button.tsx";
import { LoadingPage } from "../ui/spinner.tsx";
import { AuthFrame } from "./auth-frame.tsx";

type Outcome = { isDone: boolean; words: string };

/** A token works once; React runs effects twice in development, so the answer is kept per token. */
const asked = new Map<string, Promise<Outcome>>();

function verify(token: string): Promise<Outcome> {
  const known = asked.get(token);
  if (known) return known;
  const answer = rpc.accounts.verifyEmail({ token }).then(
    () => ({ isDone: true, words: "Thank you. Your address is verified." }),
    (error: unknown) => ({
      isDone: false,
      words: errorMessage(error, "The server cannot be reached. Open the link again in a moment."),
    }),
  );
  asked.set(token, answer);
  return answer;
}

const incomplete: Outcome = {
  isDone: false,
  words: "This link is incomplete. Open the one in your email again.",
};

export function Verify() {
  const { token } = useSearch({ from: "/auth/verify" });
  const isSignedIn = useSession((state) => state.status === "signed-in");
  const [answered, setAnswered] = useState<Outcome | null>(null);
  const outcome = token ? answered : incomplete;
  useEffect(() => {
    if (!token) return;
    void verify(token).then((answer) => {
      setAnswered(answer);
      if (answer.isDone) void loadSession();
    });
  }, [token]);
  if (!outcome) return <LoadingPage />;
  return (
    <AuthFrame title={outcome.isDone ? "Email verified" : "Not verified"} words={outcome.words}>
      <Link to={isSignedIn ? "/app/dashboard" : "/auth/login"} className={buttonClass("primary")}>
        {isSignedIn ? "Open Cairn" : "Sign in"}
      </Link>
    </AuthFrame>
  );
}
