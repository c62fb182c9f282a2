import { Link } from "@tanstack/react-router";
import { CloudOff, FileText, Server } from "lucide-react";
import { usePageTitle } from "../lib/page-title.ts";
import { PRODUCT } from "../lib/product.ts";
import { useSession } from "../lib/session.ts";
import { buttonClass } from "../ui/button.tsx";
import { CairnMark } from "../ui/cairn-mark.tsx";

const promises = [
  {
    icon: FileText,
    title: "Write",
    words: "Headings, lists, tasks, tables and images, live on every device that has the note open.",
  },
  {
    icon: CloudOff,
    title: "Anywhere",
    words: "No connection needed. What you write is kept on your device and merged when you are back.",
  },
  {
    icon: Server,
    title: "Yours",
    words: "It runs on your own server. Your notes go in and come out as plain Markdown.",
  },
];

export function Landing() {
  const heading = usePageTitle("");
  const isSignedIn = useSession((state) => state.status === "signed-in");
  return (
    <div className="mx-auto flex min-h-full max-w-5xl flex-col px-6">
      <header className="flex h-16 items-center justify-between gap-4">
        <span className="flex items-center gap-2 font-semibold">
          <CairnMark /> {PRODUCT}
        </span>
        <nav aria-label="Account" className="flex gap-2">
          {isSignedIn ? (
            <Link to="/app/dashboard" className={buttonClass("primary")}>
              Open {PRODUCT}
            </Link>
          ) : (
            <>
              <Link to="/auth/login" className={buttonClass("quiet")}>
                Sign in
              </Link>
              <Link to="/auth/register" className={buttonClass("primary")}>
                Register
              </Link>
            </>
          )}
        </nav>
      </header>
      <main className="flex flex-1 flex-col justify-center gap-14 py-16">
        <div className="max-w-2xl">
          <h1
            ref={heading}
            tabIndex={-1}
            className="text-3xl font-semibold tracking-tight text-balance sm:text-[2.75rem] sm:leading-[1.12]"
          >
            A quiet place to write, on a server of your own.
          </h1>
          <p className="mt-5 max-w-xl text-lg text-muted text-pretty">
            {PRODUCT} keeps your notes: quick to open, found by any word in them, and safe from the moment it
            says “Saved”.
          </p>
        </div>
        <ul className="grid gap-x-10 gap-y-8 border-t border-line pt-10 sm:grid-cols-3">
          {promises.map(({ icon: Icon, title, words }) => (
            <li key={title}>
              <Icon size={18} className="text-accent" aria-hidden="true" />
              <h2 className="mt-3 font-semibold">{title}</h2>
              <p className="mt-1 text-muted text-pretty">{words}</p>
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}
