import { Text } from '@mantine/core';
import type { PatientConfirmation } from '@snimok/contract/studies/patient-confirmation';
import { IconUserCheck } from '@tabler/icons-react';
import type { z } from 'zod';
import { formatDay } from '../../../shared/dates/dates.ts';
import { personOf } from '../uploads/preview/person.ts';
import { WarningBox } from '../studies/warning-box.tsx';

/** Who said, and why, that files of another name belong to this patient. */
export function ConfirmedPatient({ by }: { by: z.output<typeof PatientConfirmation> | undefined }) {
  if (!by) return null;
  const people = by.inFiles.map(({ name, birthDate }) => personOf(name, birthDate)).join(' и ');
  return (
    <WarningBox icon={IconUserCheck} role="note">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        В файлах {people}. {by.byName} {formatDay(by.confirmedAt)}: это тот же пациент
        {by.reason ? `, «${by.reason}»` : ''}.
      </Text>
    </WarningBox>
  );
}
