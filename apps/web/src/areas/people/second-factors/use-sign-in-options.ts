import type { getSignInOptions as endpoint } from '@snimok/contract/people/auth';
import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import { useEffect, useState } from 'react';
import { canUsePasskeys } from '../../../shared/passkeys/passkeys.ts';
import { call } from '../../../shared/calls/call.ts';
import { getSignInOptions } from './calls.ts';

/** The ways to sign in besides the password; none before they have loaded, or if the server does not name them. */
export function useSignInOptions(): ResponseOf<typeof endpoint> {
  const [options, setOptions] = useState<ResponseOf<typeof endpoint>>({ passkeyHost: null });
  useEffect(() => {
    // the password is offered in any case
    void call(getSignInOptions).then(setOptions, () => undefined);
  }, []);
  return options;
}

export const useCanUsePasskeys = (): boolean => canUsePasskeys(useSignInOptions().passkeyHost);
