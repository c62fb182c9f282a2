import { Component, type ReactNode } from "react";
import { t } from "../../lib/messages/t.ts";
import { forgetUnusedAnswers } from "../../platform/api.ts";
import { Button } from "../../ui/button.tsx";

const AGAIN_AFTER_MS = [1_000, 5_000, 25_000];

/** Around one widget: what it can't draw takes nothing else down. `of` is its key and settings, by which it is tried again when they change. */
export class WidgetBoundary extends Component<
  { of: string; children: ReactNode },
  { failed: string | null }
> {
  override state = { failed: null };

  static getDerivedStateFromError = () => ({ failed: "" });

  #timer: ReturnType<typeof setTimeout> | undefined;
  #tries = 0;

  /** An answer may have been at fault, also one that this device had kept, and the next one is not. */
  override componentDidCatch() {
    this.setState({ failed: this.props.of });
    const pause = AGAIN_AFTER_MS[this.#tries++];
    if (pause !== undefined) this.#timer = setTimeout(this.#tryAgain, pause);
  }

  /** What it could not draw is shown by nothing now, so it is asked for anew. */
  #tryAgain = () => void forgetUnusedAnswers().then(() => this.setState({ failed: null }));

  override componentWillUnmount() {
    clearTimeout(this.#timer);
  }

  override render() {
    const { failed } = this.state;
    if (failed === null || (failed !== "" && failed !== this.props.of)) return this.props.children;
    return (
      <div
        role="alert"
        className="grid h-full place-content-center justify-items-center gap-2 text-sm text-muted"
      >
        {t("This widget couldn't be shown.")}
        <Button look="quiet" onClick={this.#tryAgain}>
          {t("Try again")}
        </Button>
      </div>
    );
  }
}

export function UnknownWidget({ componentKey }: { componentKey: string }) {
  return (
    <div role="alert" className="grid h-full place-content-center gap-1 text-center text-sm">
      <p className="font-medium">{t("Component Not Found")}</p>
      <p className="text-muted">{t('Component "{key}" is not available.', { key: componentKey })}</p>
    </div>
  );
}
