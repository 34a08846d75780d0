import { getMe } from '@snimok/contract/people/doctors';
import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../shared/calls/call.ts';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => call(getMe),
  staleTime: Number.POSITIVE_INFINITY,
});

type Me = ResponseOf<typeof getMe>;
type Ability = keyof NonNullable<Me['can']>;

/** Abilities that servers of an earlier version do not know. */
const NEWER: Ability[] = ['managePeople', 'sendReferrals'];

/** On a server of an earlier version the owner is the only person, and may do everything that the server offers. */
export const canDo = (me: Me | undefined, ability: Ability): boolean =>
  me !== undefined && (me.can?.[ability] ?? !NEWER.includes(ability));

/** What the person may do at the client; false until it has loaded. */
export function useCan(ability: Ability): boolean {
  return canDo(useQuery(meQuery).data, ability);
}
