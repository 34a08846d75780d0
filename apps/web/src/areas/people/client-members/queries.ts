import {
  changeClientPerson,
  inviteClientPerson,
  listClientPeople,
  listPeopleOfClient,
  mailInvitation,
  type MemberRole,
  removeClientPerson,
  withdrawInvitation,
} from '@snimok/contract/people/client-members';
import type { BodyOf, ResponseOf } from '@snimok/contract/platform/endpoint';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../shared/calls/call.ts';
import { useRefresh } from '../../../shared/calls/use-refresh.ts';
import { pollIntervalOf } from '../../platform/letters/letter.ts';

export type PeopleOfClient = ResponseOf<typeof listClientPeople>;
export type Person = PeopleOfClient['people'][number];
export type OpenInvitation = PeopleOfClient['invitations'][number];

const pollLetters = ({ state }: { state: { data: PeopleOfClient | undefined } }) =>
  pollIntervalOf(state.data?.invitations.map(({ letter }) => letter) ?? []);

/** People and invitations of the own client, for its owner. */
export const clientPeopleQuery = queryOptions({
  queryKey: ['doctors', 'people', 'own'],
  queryFn: () => call(listClientPeople),
  refetchInterval: pollLetters,
});

/** People and invitations of any client, for the centre. */
export const peopleOfClientQuery = (doctorID: number) =>
  queryOptions({
    queryKey: ['doctors', 'people', doctorID],
    queryFn: () => call(listPeopleOfClient, { params: { doctorID } }),
    refetchInterval: pollLetters,
  });

const usePeopleMutation = <Input>(mutationFn: (input: Input) => Promise<unknown>) =>
  useMutation({ mutationFn, onSuccess: useRefresh(clientPeopleQuery.queryKey) });

export const useInvite = () =>
  usePeopleMutation((body: BodyOf<typeof inviteClientPerson>) => call(inviteClientPerson, { body }));

export const useMailInvitation = (invitationUUID: string) =>
  usePeopleMutation(() => call(mailInvitation, { params: { invitationUUID } }));

export const useWithdrawInvitation = () =>
  usePeopleMutation(({ invitationUUID }: OpenInvitation) =>
    call(withdrawInvitation, { params: { invitationUUID } }),
  );

export const useChangeRole = (accountID: number) =>
  usePeopleMutation((role: MemberRole) =>
    call(changeClientPerson, { params: { accountID }, body: { role } }),
  );

export const useRemovePerson = () =>
  usePeopleMutation(({ accountID }: Person) => call(removeClientPerson, { params: { accountID } }));
