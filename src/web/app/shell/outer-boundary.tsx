import { Component, type ReactNode } from "react";
import { LoadError } from "./load-error.tsx";
import { PageLoadError } from "./load-twice.ts";
import { RecoveryScreen } from "./recovery-screen.tsx";

type State = { error: unknown; hasFailed: boolean; tries: number };

/** Around everything: catches what no page's own error screen does. */
export class OuterBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null, hasFailed: false, tries: 0 };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, hasFailed: true };
  }

  override render() {
    const { error, hasFailed, tries } = this.state;
    if (!hasFailed) return this.props.children;
    if (error instanceof PageLoadError) return <LoadError />;
    const handleRetry = () => this.setState({ error: null, hasFailed: false, tries: tries + 1 });
    return <RecoveryScreen error={error} tries={tries} onRetry={handleRetry} />;
  }
}
