import { Component, type ReactNode } from "react";
import { Button } from "../ui/button.tsx";

const MAX_TRIES = 3;

type State = { error: Error | null; tries: number };

/** The last net: what is typed is in the device's store already, so trying again or reloading loses nothing. */
export class OuterBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null, tries: 0 };

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error };
  }

  override render() {
    const { error, tries } = this.state;
    if (!error) return this.props.children;
    const left = MAX_TRIES - tries;
    return (
      <main role="alert" className="grid min-h-dvh place-items-center p-6">
        <div className="flex max-w-md flex-col gap-3 text-center">
          <h1 className="text-xl font-semibold">Something went wrong</h1>
          <p className="text-muted">We encountered an unexpected error. Your work has been preserved.</p>
          <div className="mt-2 flex flex-wrap justify-center gap-2">
            {left > 0 && (
              <Button look="primary" onClick={() => this.setState({ error: null, tries: tries + 1 })}>
                Try Again ({left} left)
              </Button>
            )}
            <Button onClick={() => location.assign("/app/dashboard")}>Go to Dashboard</Button>
            <Button onClick={() => location.reload()}>Reload Page</Button>
          </div>
          <p className="mt-2 text-xs text-faint">If this problem persists, please contact support.</p>
        </div>
      </main>
    );
  }
}
