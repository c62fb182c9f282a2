import { clsx } from "clsx";
import { Menu, Moon, Sun } from "lucide-react";
import type { ReactNode } from "react";
import { PRODUCT } from "../lib/product.ts";
import { buttonClass } from "../ui/button.tsx";
import { CairnMark } from "../ui/cairn-mark.tsx";
import { LINKS } from "./links.ts";

const MAIN = ["features", "pricing", "about", "contact"] as const;

const GROUPS = [
  { title: PRODUCT, names: ["features", "pricing", "about"] },
  { title: "Help", names: ["contact", "referral", "sitemap"] },
  { title: "Fine print", names: ["privacy", "terms"] },
] as const;

/** What stands on every public page around its own part. */
export function Frame({ current, children }: { current: string; children: ReactNode }) {
  return (
    <>
      <a
        href="#content"
        className="absolute top-2 left-2 z-20 -translate-y-20 rounded-md bg-accent-fill px-3 py-1.5 text-sm font-medium text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <Header current={current} />
      <main id="content" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <Footer current={current} />
    </>
  );
}

function Header({ current }: { current: string }) {
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-bg/90 backdrop-blur-md">
      <div className="mx-auto flex h-14 max-w-6xl items-center gap-3 px-4 sm:px-6">
        <Home />
        <nav aria-label="Main" className="ms-5 hidden gap-1 md:flex">
          {MAIN.map((name) => (
            <PageLink key={name} name={name} current={current} className="rounded-md px-2.5 py-1 text-sm" />
          ))}
        </nav>
        <div className="ms-auto flex items-center gap-1.5">
          <ThemeButton />
          <a href="/auth/login" className={clsx(buttonClass("quiet"), "for-strangers max-sm:hidden")}>
            Sign in
          </a>
          <a href="/auth/register" className={clsx(buttonClass("primary"), "for-strangers")}>
            Register
          </a>
          <a href="/app/dashboard" className={clsx(buttonClass("primary"), "for-known")}>
            Open {PRODUCT}
          </a>
          <NarrowMenu current={current} />
        </div>
      </div>
    </header>
  );
}

function Home() {
  return (
    <a
      href="/"
      aria-label={`${PRODUCT}, home`}
      className="tap flex items-center gap-2 rounded-md font-semibold"
    >
      <CairnMark /> {PRODUCT}
    </a>
  );
}

function ThemeButton() {
  return (
    <button
      type="button"
      data-theme-button=""
      aria-label="Use the light theme"
      className="tap needs-script grid size-8 place-items-center rounded-md text-muted transition-colors hover:bg-hover hover:text-ink"
    >
      <Sun size={17} className="in-dark" aria-hidden="true" />
      <Moon size={17} className="in-light" aria-hidden="true" />
    </button>
  );
}

/** Opens without a script; site.ts adds Escape and a click beside it. */
function NarrowMenu({ current }: { current: string }) {
  return (
    <details data-menu="" className="relative md:hidden">
      <summary
        aria-label="Menu"
        className="tap grid size-8 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
      >
        <Menu size={18} aria-hidden="true" />
      </summary>
      <nav
        aria-label="Main, narrow"
        className="absolute end-0 top-11 flex w-56 flex-col rounded-lg border border-line-strong bg-raised p-1.5 shadow-pop"
      >
        {MAIN.map((name) => (
          <PageLink key={name} name={name} current={current} className="rounded-md px-3 py-2.5" />
        ))}
        <a
          href="/auth/login"
          className="for-strangers rounded-md px-3 py-2.5 text-muted hover:bg-hover hover:text-ink"
        >
          Sign in
        </a>
      </nav>
    </details>
  );
}

type PageLinkProps = { name: keyof typeof LINKS; current: string; className?: string };

function PageLink({ name, current, className }: PageLinkProps) {
  const isHere = name === current;
  return (
    <a
      href={LINKS[name].path}
      aria-current={isHere ? "page" : undefined}
      className={clsx(
        "transition-colors",
        isHere ? "bg-hover text-ink" : "text-muted hover:bg-hover hover:text-ink",
        className,
      )}
    >
      {LINKS[name].label}
    </a>
  );
}

function Footer({ current }: { current: string }) {
  return (
    <footer className="border-t border-line bg-panel">
      <div className="mx-auto grid max-w-6xl gap-10 px-4 py-12 sm:px-6 md:grid-cols-[1.4fr_2fr]">
        <div>
          <Home />
          <p className="mt-3 max-w-xs text-sm text-muted">
            Self-hosted notes under the MIT license. What you write stays on a server you choose.
          </p>
        </div>
        <nav aria-label="All pages" className="grid grid-cols-2 gap-8 sm:grid-cols-3">
          {GROUPS.map(({ title, names }) => (
            <div key={title}>
              <h2 className="text-sm font-semibold">{title}</h2>
              <ul className="mt-2.5 flex flex-col gap-1">
                {names.map((name) => (
                  <li key={name}>
                    <PageLink
                      name={name}
                      current={current}
                      className="-mx-2 inline-block rounded-md px-2 py-0.5 text-sm"
                    />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
    </footer>
  );
}
