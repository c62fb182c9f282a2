import type { ReactNode } from "react";
import { usePageTitle } from "../../lib/page-title.ts";
import { PRODUCT } from "../../lib/product.ts";
import { CairnMark } from "../../ui/cairn-mark.tsx";
import { t } from "../../lib/messages/t.ts";

/** The sheet that every sign-in page is written on. */
export function AuthFrame({
  title,
  words,
  children,
  footer,
}: {
  title: string;
  words?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
}) {
  const heading = usePageTitle(title);
  return (
    <div className="flex min-h-full flex-col items-center px-5 pt-[max(3rem,14dvh)] pb-12">
      <main className="w-full max-w-[22rem]">
        <a
          href="/"
          className="mb-8 inline-flex items-center gap-2 rounded-md text-base font-semibold"
          aria-label={t("{product}, home", { product: PRODUCT })}
        >
          <CairnMark /> {PRODUCT}
        </a>
        <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold tracking-tight">
          {title}
        </h1>
        {words && <p className="mt-1.5 text-muted">{words}</p>}
        {children && <div className="mt-7">{children}</div>}
        {footer && <div className="mt-7 border-t border-line pt-4 text-sm text-muted">{footer}</div>}
      </main>
    </div>
  );
}

/** A link inside a sentence. */
export const textLink = "rounded-md font-medium text-accent underline underline-offset-3";
