import {
  confirmSession,
  getConfirmation,
  startConfirmationPasskey,
} from '@snimok/contract/people/confirmation';
import type { BodyOf, ResponseOf } from '@snimok/contract/platform/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/calls/call.ts';
import { canUsePasskeys, getAssertion } from '../../../shared/passkeys/passkeys.ts';

export type Ways = ResponseOf<typeof getConfirmation>;
export type Way = Ways['methods'][number];

/** Read again for each dialog. Leaves out the passkey if this browser cannot use it. */
export const waysQuery = queryOptions({
  queryKey: ['confirmation'],
  queryFn: async (): Promise<Ways> => {
    const ways = await call(getConfirmation);
    const isUsable = (way: Way) => way !== 'passkey' || canUsePasskeys(ways.passkeyHost);
    return { ...ways, methods: ways.methods.filter(isUsable) };
  },
  gcTime: 0,
  staleTime: 0,
});

export async function sendConfirmation(body: BodyOf<typeof confirmSession>): Promise<void> {
  if (body.method !== 'passkey') return call(confirmSession, { body });
  const passkey = await getAssertion(await call(startConfirmationPasskey));
  return call(confirmSession, { body: { ...body, passkey } });
}
