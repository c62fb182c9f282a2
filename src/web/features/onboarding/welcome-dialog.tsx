import { Search, Sparkles, Users } from "lucide-react";
import { updateOnboarding } from "../../kernel/workspace/frame.ts";
import { PRODUCT } from "../../lib/product.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { SKIP, startTour } from "./tour-state.ts";
import { t } from "../../lib/messages/t.ts";

const bullets = [
  { icon: Sparkles, words: t("AI-powered organization and insights") },
  { icon: Search, words: t("Smart search and categorization") },
  { icon: Users, words: t("Collaborative workspaces") },
];

/** The first thing a new user meets on the dashboard. */
export function WelcomeDialog() {
  const skip = () => void updateOnboarding(SKIP);
  return (
    <Dialog title={t("Welcome to {product} AI!", { product: PRODUCT })} isOpen onClose={skip}>
      <ul className="flex flex-col gap-3">
        {bullets.map(({ icon: Icon, words }) => (
          <li key={words} className="flex items-center gap-3">
            <span className="grid size-8 shrink-0 place-items-center rounded-md bg-accent-soft text-accent">
              <Icon size={16} aria-hidden="true" />
            </span>
            {words}
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button look="quiet" onClick={skip}>
          {t("Skip for now")}
        </Button>
        <Button look="primary" onClick={() => void startTour()}>
          {t("Take the Tour")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
