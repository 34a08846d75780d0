import { Anchor, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { counted } from '@snimok/api-client/format-numbers';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { RowsTable } from '../../../shared/lists/rows-table.tsx';
import { personColumns } from './people-list.tsx';
import { type PeopleOfClient, peopleOfClientQuery } from './queries.ts';

const summaryOf = ({ people, invitations }: PeopleOfClient): string => {
  const employees = counted(people.length, 'сотрудник', 'сотрудника', 'сотрудников');
  return `${employees}${invitations.length > 0 ? `, приглашено: ${invitations.length}` : ''}`;
};

/** On the centre's page of a client: how many people use its area, and who they are. */
export function PeopleOfClientLink({ doctorID }: { doctorID: number }) {
  const { data } = useQuery(peopleOfClientQuery(doctorID));
  const [opened, { open, close }] = useDisclosure();
  // a client with a single person needs no list
  if (!data || data.people.length + data.invitations.length < 2) return null;
  return (
    <>
      <Anchor component="button" type="button" size="sm" onClick={open}>
        {summaryOf(data)}
      </Anchor>
      <Dialog title="Сотрудники клиники" opened={opened} onClose={close}>
        <RowsTable
          label="Сотрудники клиники"
          columns={personColumns}
          rows={data.people}
          rowKey={({ accountID }) => accountID}
        />
        {data.invitations.length > 0 && (
          <Text size="sm" c="dimmed" mt="md">
            Приглашены: {data.invitations.map(({ email }) => email).join(', ')}
          </Text>
        )}
      </Dialog>
    </>
  );
}
