import { Alert, Checkbox, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { describeMixedPeople } from './mixed-people.ts';
import type { Findings } from './inspect/inspect-files.ts';

/** Whether the files name different patients, and whether the user has confirmed these files. */
export function useMixedPeople(findings: Findings | null) {
  const sentence = findings && describeMixedPeople(findings.people);
  const [confirmed, setConfirmed] = useState<string | null>(null);
  return {
    sentence,
    isConfirmed: confirmed === sentence,
    confirm: (isConfirmed: boolean) => setConfirmed(isConfirmed ? sentence : null),
  };
}

/** Files of different patients are sent only after the box is ticked. */
export const MixedPeopleAlert = ({ sentence, isConfirmed, confirm }: ReturnType<typeof useMixedPeople>) =>
  sentence && (
    <Alert color="red" icon={<IconUsers />} title="Похоже, это снимки разных людей" role="alert">
      <Text size="sm">{sentence}</Text>
      <Checkbox
        mt="sm"
        checked={isConfirmed}
        onChange={({ currentTarget }) => confirm(currentTarget.checked)}
        label="Проверено: всё это снимки одного пациента"
      />
    </Alert>
  );
