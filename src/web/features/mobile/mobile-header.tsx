import { useCanGoBack, useNavigate, useRouter } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { IconButton } from "../../ui/button.tsx";
import { t } from "../../lib/messages/t.ts";

type MobileHeaderProps = {
  title: string;
  heading: Ref<HTMLHeadingElement>;
  /** Where Back leads when this was the first page; without it there is no Back. */
  backTo?: string;
  children?: ReactNode;
};

/** The head of a screen; it stays while the screen scrolls. */
export function MobileHeader({ title, heading, backTo, children }: MobileHeaderProps) {
  return (
    <header className="flex min-h-14 shrink-0 items-center gap-1 px-2 pt-[env(safe-area-inset-top)]">
      {backTo && <BackButton to={backTo} />}
      <h1
        ref={heading}
        tabIndex={-1}
        className="min-w-0 flex-1 truncate px-2 text-xl font-semibold tracking-tight"
      >
        {title}
      </h1>
      {children}
    </header>
  );
}

/** The browser's own way back; where there is none, one step up. */
export function useBack(to: string): () => void {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const navigate = useNavigate();
  return () => (canGoBack ? router.history.back() : void navigate({ to, replace: true } as never));
}

export function BackButton({ to }: { to: string }) {
  const goBack = useBack(to);
  return (
    <IconButton label={t("Back")} onClick={goBack}>
      <ChevronLeft size={22} />
    </IconButton>
  );
}
