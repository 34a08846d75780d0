import { Stack, Text } from '@mantine/core';
import type { ConfirmedPeople } from '@snimok/api-client/transfer/upload-api';
import type { PersonInFiles } from './inspect/inspect-files.ts';
import { PatientReasonDialog } from './preview/patient-reason.tsx';
import { ComparedPeople } from './preview/compared-people.tsx';
import type { PatientCard } from './preview/upload-preview.tsx';

interface MismatchDialogProps {
  /** in the files; null while the dialog is closed */
  people: PersonInFiles[] | null;
  card: PatientCard;
  onClose: () => void;
  onSend: (confirmed: ConfirmedPeople) => void;
}

/** Asked once, before files that name another patient than the card are sent. */
export function MismatchDialog({ people, card, onClose, onSend }: MismatchDialogProps) {
  return (
    <PatientReasonDialog
      title="Пациент в файлах и в карточке не совпадает"
      submitLabel="Это тот же пациент, загрузить"
      opened={people !== null}
      onClose={onClose}
      send={async (reason) => {
        const named = (people ?? []).map(({ name, birthday }) => ({ name, birthDate: birthday }));
        onSend({ people: named, reason });
      }}
    >
      <Stack gap="xs">
        <ComparedPeople inFiles={people ?? []} card={card} />
        <Text size="sm">
          После загрузки снимки сразу увидит врач, в карточке этого пациента. Если пациент другой, закройте
          окно и выберите его карточку.
        </Text>
      </Stack>
    </PatientReasonDialog>
  );
}
