import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { CallProblem } from '../calls/call.ts';
import { queryClient } from '../calls/query-client.ts';
import { sentences } from '../calls/sentences.ts';
import { Failure } from './failure.tsx';

interface BoundaryProps {
  children: ReactNode;
  /** a page for particular failures; undefined shows the general failure page */
  screen?: (reason: unknown) => ReactNode | undefined;
  /** the title of the general failure page */
  title?: string;
  /** failures for a boundary further out */
  passes?: (reason: unknown) => boolean;
}

/** Catches errors thrown while a page renders. Navigation or a retry clears the error. */
export function Boundary(props: BoundaryProps) {
  const { reset } = useQueryErrorResetBoundary();
  const { pathname, search } = useLocation();
  return <Catcher location={pathname + search} onRetry={reset} {...props} />;
}

/**
 * Catches errors of one part of a page, so that the other parts stay. A missing object or permission concerns the whole
 * page and is left to its boundary.
 */
export const PartBoundary = ({ children }: { children: ReactNode }) => (
  <Boundary title={sentences.page.partFailed} passes={concernsPage}>
    {children}
  </Boundary>
);

const concernsPage = (reason: unknown) =>
  reason instanceof CallProblem && (reason.status === 403 || reason.status === 404);

/** Otherwise a query that failed would be thrown at once, instead of being sent again, when its part is shown the next time. */
const forgetFailures = () =>
  queryClient.removeQueries({
    type: 'inactive',
    predicate: ({ state }) => state.status === 'error' && state.data === undefined,
  });

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

  override componentWillUnmount() {
    if (this.state.failed) forgetFailures();
  }

  retry = () => {
    this.props.onRetry();
    this.setState({ reason: undefined, failed: false });
  };

  override render() {
    const { children, screen, title, passes } = this.props;
    const { failed, reason } = this.state;
    if (!failed) return children;
    if (passes?.(reason)) throw reason;
    return screen?.(reason) ?? <Failure title={title} reason={reason} onRetry={this.retry} />;
  }
}
