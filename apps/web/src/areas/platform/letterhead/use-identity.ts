import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import type { getIdentity as endpoint } from '@snimok/contract/administration/centre-identity';
import { useEffect, useState } from 'react';
import { call } from '../../../shared/calls/call.ts';

export type Identity = ResponseOf<typeof endpoint>;

/* Without the schema, as in areas/people/accounts/calls.ts: the sign-in page loads none. */
const getIdentity = { method: 'GET', url: '/identity' } as typeof endpoint;

/**
 * The identity of the centre on pages without an account. Undefined until it has loaded, and after a failure: these
 * pages work without it.
 */
export function useIdentity(): Identity | undefined {
  const [identity, setIdentity] = useState<Identity>();
  useEffect(() => {
    void call(getIdentity).then(setIdentity, () => undefined);
  }, []);
  return identity;
}
