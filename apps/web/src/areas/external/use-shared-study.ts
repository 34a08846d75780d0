import { useCallback, useEffect, useState } from 'react';
import { requiresPIN, requestStudy, isGone, type ShareCredentials, type SharedStudy } from './calls.ts';
import { useCloseWhenGone } from './use-close-when-gone.ts';

type State =
  | { kind: 'loading' }
  | { kind: 'gone' }
  | { kind: 'failed'; reason: unknown }
  /** `reason` is why the PIN given before was not taken */
  | { kind: 'locked'; reason: unknown; pending: boolean }
  | { kind: 'open'; study: SharedStudy; key: ShareCredentials };

/** What stands behind the link, as far as it has been opened. */
export function useSharedStudy(token: string) {
  const [state, setState] = useState<State>({ kind: 'loading' });

  /** Where a refusal leads, of the page itself or of anything done on it. */
  const refuse = useCallback((reason: unknown, asked: boolean): boolean => {
    if (isGone(reason)) setState({ kind: 'gone' });
    else if (requiresPIN(reason))
      setState({ kind: 'locked', reason: asked ? reason : undefined, pending: false });
    else return false;
    return true;
  }, []);

  const open = useCallback(
    async (pin?: string) => {
      const key = { token, pin };
      setState(
        pin === undefined ? { kind: 'loading' } : { kind: 'locked', reason: undefined, pending: true },
      );
      try {
        setState({ kind: 'open', study: await requestStudy(key), key });
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
  useCloseWhenGone(state.kind === 'open' ? state.key : undefined, close);

  return { state, open, refuse };
}
