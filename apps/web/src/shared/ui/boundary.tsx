import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Failure } from './failure.tsx';

interface BoundaryProps {
  children: ReactNode;
  /** a page for particular failures; undefined shows the general failure page */
  screen?: (reason: unknown) => ReactNode | undefined;
}

/** Catches errors thrown while a page renders. Navigation or a retry clears the error. */
export function Boundary({ children, screen }: BoundaryProps) {
  const { reset } = useQueryErrorResetBoundary();
  const { pathname, search } = useLocation();
  return (
    <Catcher location={pathname + search} screen={screen} onRetry={reset}>
      {children}
    </Catcher>
  );
}

interface CatcherProps extends BoundaryProps {
  location: string;
  onRetry: () => void;
}

class Catcher extends Component<CatcherProps, { reason?: unknown; failed: boolean }> {
  override state = { reason: undefined as unknown, failed: false };

  static getDerivedStateFromError(reason: unknown) {
    return { reason, failed: true };
  }

  override componentDidUpdate(before: CatcherProps) {
    if (this.state.failed && before.location !== this.props.location) this.retry();
  }

  retry = () => {
    this.props.onRetry();
    this.setState({ reason: undefined, failed: false });
  };

  override render() {
    const { children, screen } = this.props;
    if (!this.state.failed) return children;
    return screen?.(this.state.reason) ?? <Failure reason={this.state.reason} onRetry={this.retry} />;
  }
}
