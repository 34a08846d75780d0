import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { showFailure } from '../../../shared/failures/show-failure.ts';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { MergeForm } from './merge-form.tsx';
import { useDismissDuplicate } from './queries.ts';

interface Card {
  patientID: number;
  doctorID: number;
  name: string;
}

/** What can be done with two cards that may belong to one person. */
export function DuplicateActions({ patient, other }: { patient: Card; other: Card }) {
  const [merging, merge] = useState(false);
  const dismiss = useDismissDuplicate();
  const pair = { patientID: patient.patientID, otherID: other.patientID };
  const names = `${patient.name}, № ${patient.patientID} и № ${other.patientID}`;
  return (
    <Group gap="xs">
      {patient.doctorID === other.doctorID && (
        <Button
          size="compact-md"
          variant="default"
          aria-label={`Объединить: ${names}`}
          onClick={() => merge(true)}
        >
          Объединить
        </Button>
      )}
      <Button
        size="compact-md"
        variant="subtle"
        aria-label={`Это разные люди: ${names}`}
        loading={dismiss.isPending}
        onClick={() => dismiss.mutate(pair, { onError: showFailure })}
      >
        Это разные люди
      </Button>
      <Dialog title="Объединить карточки" opened={merging} onClose={() => merge(false)}>
        {merging && <MergeForm patient={patient} other={other} onClose={() => merge(false)} />}
      </Dialog>
    </Group>
  );
}
