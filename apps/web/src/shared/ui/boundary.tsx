import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Failure } from './failure.tsx';

interface BoundaryProps {
  children: ReactNode;
  /** A screen for the failures this place understands; undefined leaves them to the general one. */
  screen?: (reason: unknown) => ReactNode | undefined;
}

/** What a page cannot show, it lets fall here. Going elsewhere or trying again clears it. */
export function Boundary({ children, screen }: BoundaryProps) {
  const { reset } = useQueryErrorResetBoundary();
  const { pathname, search } = useLocation();
  return (
    <Catcher place={pathname + search} screen={screen} onRetry={reset}>
      {children}
    </Catcher>
  );
}

interface CatcherProps extends BoundaryProps {
  place: string;
  onRetry: () => void;
}

class Catcher extends Component<CatcherProps, { reason?: unknown; failed: boolean }> {
  override state = { reason: undefined as unknown, failed: false };

  static getDerivedStateFromError(reason: unknown) {
    return { reason, failed: true };
  }

  override componentDidUpdate(before: CatcherProps) {
    if (this.state.failed && before.place !== this.props.place) this.again();
  }

  again = () => {
    this.props.onRetry();
    this.setState({ reason: undefined, failed: false });
  };

  override render() {
    const { children, screen } = this.props;
    if (!this.state.failed) return children;
    return screen?.(this.state.reason) ?? <Failure reason={this.state.reason} onRetry={this.again} />;
  }
}
