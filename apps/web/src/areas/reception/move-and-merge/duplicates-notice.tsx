import { Alert, Anchor, Group, List, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { patientPath } from '../../people/patients/patients-list.tsx';
import type { AssistantPatient } from '../../people/patients/queries.ts';
import { DuplicateActions } from './duplicate-actions.tsx';
import { describeCard } from './describe-card.ts';
import { duplicatesOfQuery } from './queries.ts';

const DUPLICATES_PATH = '/assistant-area/duplicates';

/** On the page of a patient: other cards that may belong to the same person. Nothing if there are none. */
export function DuplicatesNotice({ patient }: { patient: AssistantPatient }) {
  // an earlier version of the server has no such call
  const { data: duplicates = [] } = useQuery({ ...duplicatesOfQuery(patient.patientID), retry: false });
  if (duplicates.length === 0) return null;
  return (
    <Alert color="yellow" icon={<IconUsers />} title="Возможно, у этого человека есть ещё карточка" mb="lg">
      <List spacing="xs" listStyleType="none" size="sm">
        {duplicates.map((card) => (
          <List.Item
            key={card.patientID}
            styles={{ itemWrapper: { display: 'block' }, itemLabel: { width: '100%' } }}
          >
            <Group justify="space-between" gap="4px 16px">
              <div>
                <Anchor component={Link} to={patientPath(card)} c="inherit" underline="always" fw={600}>
                  {card.name || 'не указано'}
                </Anchor>{' '}
                <Text span size="sm">
                  {describeCard(card)}
                </Text>
                {card.doctorID !== patient.doctorID && (
                  <Text size="sm">У другого клиента: {card.doctorName}</Text>
                )}
              </div>
              <DuplicateActions patient={patient} other={card} />
            </Group>
          </List.Item>
        ))}
      </List>
      <Anchor
        component={Link}
        to={DUPLICATES_PATH}
        c="inherit"
        underline="always"
        size="sm"
        mt="xs"
        display="inline-block"
      >
        Все возможные дубликаты
      </Anchor>
    </Alert>
  );
}
