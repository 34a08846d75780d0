import { Alert, Group, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatMoment } from '../../../shared/dates/dates.ts';
import { useRight } from '../../platform/access/rights.ts';
import { peopleOfClientQuery } from '../../people/client-members/queries.ts';
import { ResumeButton } from './resume-button.tsx';

/** The people of a client whose sign-in the portal has suspended, on the centre's page of this client. */
export function SuspendedPeople({ doctorID }: { doctorID: number }) {
  const isAdministrator = useRight('admin');
  const { data } = useQuery(peopleOfClientQuery(doctorID));
  return data?.people.map(
    (person) =>
      person.suspendedAt && (
        <Alert key={person.accountID} color="red" icon={<IconLock />} mt={6}>
          <Group gap="xs 16px">
            <Text size="sm">
              {person.name}: вход приостановлен {formatMoment(person.suspendedAt)}, за час открыто необычно
              много исследований.
            </Text>
            {isAdministrator && <ResumeButton account={person} />}
          </Group>
        </Alert>
      ),
  );
}
