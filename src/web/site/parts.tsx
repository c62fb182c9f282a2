import { clsx } from "clsx";
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { PRODUCT } from "../lib/product.ts";
import { buttonClass } from "../ui/button.tsx";

/** The head of every page but the landing page. */
export function PageHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="glow border-b border-line">
      <div className="mx-auto max-w-6xl px-4 pt-16 pb-14 sm:px-6 sm:pt-24 sm:pb-16">
        <h1 className="max-w-3xl text-3xl font-semibold tracking-tight text-balance">{title}</h1>
        <p className="mt-4 max-w-2xl text-lg text-muted text-pretty">{children}</p>
      </div>
    </div>
  );
}

export function Section({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <section className={clsx("mx-auto max-w-6xl px-4 py-16 sm:px-6 sm:py-20", className)}>{children}</section>
  );
}

export function Heading({ children, words }: { children: ReactNode; words?: ReactNode }) {
  return (
    <div className="max-w-2xl">
      <h2 className="text-2xl font-semibold tracking-tight text-balance">{children}</h2>
      {words && <p className="mt-3 text-lg text-muted text-pretty">{words}</p>}
    </div>
  );
}

const large = "h-11 px-5 text-base";

/** The way in: an account for strangers, the app for who has one. */
export function WayIn({ children }: { children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <a href="/auth/register" className={clsx(buttonClass("primary", large), "for-strangers")}>
        Create an account
      </a>
      <a href="/app/dashboard" className={clsx(buttonClass("primary", large), "for-known")}>
        Open {PRODUCT}
      </a>
      {children}
    </div>
  );
}

export function SecondWay({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className={buttonClass("plain", large)}>
      {children} <ArrowRight size={16} aria-hidden="true" />
    </a>
  );
}

/** The bottom of a page that sells. */
export function Closing() {
  return (
    <div className="border-t border-line">
      <Section className="flex flex-wrap items-center justify-between gap-x-10 gap-y-6">
        <Heading words="Register on this server, or start your own with a single command.">
          Write your first note.
        </Heading>
        <WayIn>
          <SecondWay href="/public/pricing">What it costs</SecondWay>
        </WayIn>
      </Section>
    </div>
  );
}
