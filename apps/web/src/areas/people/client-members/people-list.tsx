import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoment } from '../../../shared/dates/dates.ts';
import { AccountName } from '../../../shared/contacts/account-name.tsx';
import { DayAndTime } from '../../../shared/dates/day-and-time.tsx';
import { Email } from '../../../shared/contacts/email.tsx';
import { type Column, RowsTable } from '../../../shared/lists/rows-table.tsx';
import { LetterActions, LetterState } from '../../platform/letters/letter-state.tsx';
import { RemoveDialog, RoleDialog, WithdrawDialog } from './dialogs.tsx';
import { ROLE_LABELS } from './labels.ts';
import { clientPeopleQuery, type OpenInvitation, type Person, useMailInvitation } from './queries.ts';

/** For the owner of a client: its people, and the invitations that are not accepted yet. */
export function PeopleList() {
  const { data } = useSuspenseQuery(clientPeopleQuery);
  const [changed, setChanged] = useState<Person>();
  const [removed, setRemoved] = useState<Person>();
  const [withdrawn, setWithdrawn] = useState<OpenInvitation>();
  return (
    <Stack gap="xl">
      <RowsTable
        label="Сотрудники клиники"
        columns={[...personColumns, actionsColumn(setChanged, setRemoved)]}
        rows={data.people}
        rowKey={({ accountID }) => accountID}
      />
      {data.people.length === 1 && data.invitations.length === 0 && (
        <Text c="dimmed">
          Пока кабинетом пользуетесь только вы. Пригласите коллег: у каждого будет свой вход, а в истории и
          переписке останется имя.
        </Text>
      )}
      {data.invitations.length > 0 && (
        <Stack gap="xs">
          <Title order={2} size="h3">
            Приглашения
          </Title>
          <RowsTable
            label="Приглашения"
            columns={invitationColumns(setWithdrawn)}
            rows={data.invitations}
            rowKey={({ invitationUUID }) => invitationUUID}
          />
        </Stack>
      )}
      <RoleDialog row={changed} onClose={() => setChanged(undefined)} />
      <RemoveDialog row={removed} onClose={() => setRemoved(undefined)} />
      <WithdrawDialog row={withdrawn} onClose={() => setWithdrawn(undefined)} />
    </Stack>
  );
}

export const personColumns: Column<Person>[] = [
  {
    label: 'Сотрудник',
    main: true,
    cell: ({ name, self, disabledAt, suspendedAt }) => (
      <AccountName name={name} self={self} disabledAt={disabledAt} suspendedAt={suspendedAt} />
    ),
  },
  { label: 'E-mail', width: '25%', cell: ({ email }) => <Email address={email} /> },
  { label: 'Роль', width: 130, cell: ({ role }) => ROLE_LABELS[role] },
  {
    label: 'Последний вход',
    width: 160,
    cell: ({ lastSignInAt }) => (lastSignInAt ? <DayAndTime instant={lastSignInAt} /> : 'входа не было'),
  },
];

const actionsColumn = (
  onChange: (person: Person) => void,
  onRemove: (person: Person) => void,
): Column<Person> => ({
  label: 'Действия',
  actions: true,
  width: 190,
  cell: (person) =>
    person.role !== 'owner' && (
      <Group gap={4} wrap="nowrap" justify="flex-end">
        <Button
          variant="subtle"
          size="xs"
          aria-label={`Роль: ${person.name}`}
          onClick={() => onChange(person)}
        >
          Роль
        </Button>
        <Button
          variant="subtle"
          size="xs"
          color="red"
          aria-label={`Удалить: ${person.name}`}
          onClick={() => onRemove(person)}
        >
          Удалить
        </Button>
      </Group>
    ),
});

const invitationColumns = (onWithdraw: (invitation: OpenInvitation) => void): Column<OpenInvitation>[] => [
  {
    label: 'E-mail',
    main: true,
    cell: ({ email }) => <Email address={email} />,
  },
  { label: 'Роль', width: 130, cell: ({ role }) => ROLE_LABELS[role] },
  {
    label: 'Ссылка',
    width: '30%',
    cell: ({ expired, expiresAt, letter }) => (
      <>
        <Text size="sm" c={expired ? 'red' : undefined}>
          {expired ? 'истекла' : 'действует до'} {formatMoment(expiresAt)}
        </Text>
        <LetterState letter={letter} brief />
      </>
    ),
  },
  {
    label: 'Действия',
    actions: true,
    width: 300,
    cell: (invitation) => <InvitationActions invitation={invitation} onWithdraw={onWithdraw} />,
  },
];

interface InvitationActionsProps {
  invitation: OpenInvitation;
  onWithdraw: (invitation: OpenInvitation) => void;
}

function InvitationActions({ invitation, onWithdraw }: InvitationActionsProps) {
  const resend = useMailInvitation(invitation.invitationUUID);
  return (
    <LetterActions
      letter={invitation.letter}
      resend={{ ...resend, mutateAsync: () => resend.mutateAsync(undefined) }}
    >
      <Button
        variant="subtle"
        size="compact-sm"
        color="red"
        aria-label={`Отозвать приглашение: ${invitation.email}`}
        onClick={() => onWithdraw(invitation)}
      >
        Отозвать
      </Button>
    </LetterActions>
  );
}
