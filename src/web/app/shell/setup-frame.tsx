import { clsx } from "clsx";
import type { ReactNode } from "react";
import { usePageTitle } from "../../lib/page-title.ts";
import { PRODUCT } from "../../lib/product.ts";
import { Button } from "../../ui/button.tsx";
import { CairnMark } from "../../ui/cairn-mark.tsx";
import { Protected } from "./protected.tsx";
import { t } from "../../lib/messages/t.ts";

type SetupFrameProps = {
  title: string;
  words: string;
  /** "Step 1 of 2", for eyes and for screen readers; a page that stands by itself has none. */
  step?: { at: number; of: number };
  /** Room for a list instead of a form. */
  isWide?: boolean;
  children: ReactNode;
  onBack?: (() => void) | undefined;
  onSkip: () => void;
};

/** The sheet that the first steps of a new account are written on. */
export function SetupFrame({
  title,
  words,
  step,
  isWide = false,
  children,
  onBack,
  onSkip,
}: SetupFrameProps) {
  const heading = usePageTitle(title);
  return (
    <div className="flex min-h-full flex-col items-center px-5 pt-[max(2.5rem,10dvh)] pb-12">
      <main className={clsx("w-full", isWide ? "max-w-2xl" : "max-w-md")}>
        <div className="mb-8 flex items-center justify-between gap-4">
          <span className="flex items-center gap-2 font-semibold">
            <CairnMark /> {PRODUCT}
          </span>
          {step && (
            <span className="text-sm text-faint">{t("Step {at} of {of}", { at: step.at, of: step.of })}</span>
          )}
        </div>
        {step && (
          <div className="mb-8 flex gap-1.5" aria-hidden="true">
            {Array.from({ length: step.of }, (_, index) => (
              <span
                key={index}
                className={`h-1 flex-1 rounded-full ${index < step.at ? "bg-accent" : "bg-line-strong"}`}
              />
            ))}
          </div>
        )}
        <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold tracking-tight text-balance">
          {title}
        </h1>
        <p className="mt-1.5 text-muted text-pretty">{words}</p>
        <div className="mt-7">{children}</div>
        <div className="mt-10 flex justify-between border-t border-line pt-4">
          {onBack ? (
            <Button look="quiet" onClick={onBack}>
              {t("Back")}
            </Button>
          ) : (
            <span />
          )}
          <Button look="quiet" onClick={onSkip}>
            {t("Skip setup")}
          </Button>
        </div>
      </main>
    </div>
  );
}

/** Only whose account it is may set it up. */
export function SetupPage({ children }: { children: ReactNode }) {
  return <Protected>{children}</Protected>;
}
