import { createContext, useContext, type ReactNode } from "react";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";

/** True within the frame's own main part: a document has one. */
export const InMain = createContext(false);

type NoticeProps = {
  title: string;
  words: string;
  above?: ReactNode;
  isAlert?: boolean;
  children: ReactNode;
};

/** What stands in the place of a page. */
export function Notice({ title, words, above, isAlert, children }: NoticeProps) {
  const Part = useContext(InMain) ? "div" : "main";
  return (
    <Part className="grid min-h-[70dvh] place-items-center p-6">
      <div
        role={isAlert ? "alert" : undefined}
        className="flex max-w-md flex-col items-center gap-3 text-center"
      >
        {above}
        <h1 className="text-xl font-semibold">{title}</h1>
        <p className="text-muted">{words}</p>
        <div className="mt-2 flex gap-2">{children}</div>
      </div>
    </Part>
  );
}

/** A page whose code did not arrive. */
export function LoadError() {
  return (
    <Notice isAlert title={t("Loading Error")} words={t("Failed to load page. Please refresh to try again.")}>
      <Button look="primary" onClick={() => location.reload()}>
        {t("Refresh Page")}
      </Button>
    </Notice>
  );
}
