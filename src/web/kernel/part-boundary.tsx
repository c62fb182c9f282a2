import { Component, type FunctionComponent, type ReactNode } from "react";
import { t } from "../lib/messages/t.ts";
import { Button } from "../ui/button.tsx";

/** Around a part that the page can do without: what cannot be drawn takes nothing else down. */
class PartBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div role="alert" className="flex flex-wrap items-center gap-1 px-2.5 text-xs text-muted">
        {t("This part couldn't be shown.")}
        <Button look="quiet" onClick={() => this.setState({ hasFailed: false })}>
          {t("Try again")}
        </Button>
      </div>
    );
  }
}

export const contained =
  <Props extends object>(Part: FunctionComponent<Props>): FunctionComponent<Props> =>
  (props) => (
    <PartBoundary>
      <Part {...props} />
    </PartBoundary>
  );
