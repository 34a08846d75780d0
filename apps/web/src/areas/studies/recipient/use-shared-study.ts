import { useCallback, useEffect, useState } from 'react';
import { requiresPIN, requestStudy, isGone, type ShareCredentials, type SharedStudy } from './calls.ts';
import { useCloseWhenGone } from './use-close-when-gone.ts';

type State =
  | { kind: 'loading' }
  | { kind: 'gone' }
  | { kind: 'failed'; reason: unknown }
  /** `reason` is why the previous PIN was refused */
  | { kind: 'locked'; reason: unknown; pending: boolean }
  | { kind: 'open'; study: SharedStudy; credentials: ShareCredentials };

/** The state of the shared study's page. */
export function useSharedStudy(token: string) {
  const [state, setState] = useState<State>({ kind: 'loading' });

  /**
   * Handles a refused request of the page or its buttons; `showReason` is true if the user has just typed a
   * PIN.
   */
  const refuse = useCallback((reason: unknown, showReason: boolean): boolean => {
    if (isGone(reason)) setState({ kind: 'gone' });
    else if (requiresPIN(reason))
      setState({ kind: 'locked', reason: showReason ? reason : undefined, pending: false });
    else return false;
    return true;
  }, []);

  const open = useCallback(
    async (pin?: string) => {
      const credentials = { token, pin };
      setState(
        pin === undefined ? { kind: 'loading' } : { kind: 'locked', reason: undefined, pending: true },
      );
      try {
        setState({ kind: 'open', study: await requestStudy(credentials), credentials });
      } catch (reason) {
        if (refuse(reason, pin !== undefined)) return;
        setState(pin === undefined ? { kind: 'failed', reason } : { kind: 'locked', reason, pending: false });
      }
    },
    [token, refuse],
  );

  useEffect(() => {
    if (token === '') setState({ kind: 'gone' });
    else void open();
  }, [token, open]);

  const close = useCallback(() => setState({ kind: 'gone' }), []);
  useCloseWhenGone(state.kind === 'open' ? state.credentials : undefined, close);

  return { state, open, refuse };
}
