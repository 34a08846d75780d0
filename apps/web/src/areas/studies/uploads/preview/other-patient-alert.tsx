import { Alert, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUserExclamation } from '@tabler/icons-react';
import { GuardedButton } from '../../../../shared/dialogs/guarded-button.tsx';
import { PatientReasonDialog } from './patient-reason.tsx';
import { useConfirmedPatient } from './confirmed-patients.ts';
import classes from './preview.module.css';

interface OtherPatientAlertProps {
  uploadUUID: string;
  patient: { name: string | null; birthDate: string | null };
  /** «Иванов Иван, 02.01.1980, муж.» */
  inFiles: string;
  inCard: string;
  /** the name of the assistant who has confirmed the patient, perhaps in another window */
  confirmedBy: string | undefined;
  /** null when the upload is completed and cannot be stopped */
  onStop: (() => void) | null;
}

/** The files name another patient than the card: the user stops the upload or confirms the patient. */
export function OtherPatientAlert(props: OtherPatientAlertProps) {
  const { uploadUUID, patient, inFiles, inCard, confirmedBy, onStop } = props;
  const [opened, { open, close }] = useDisclosure();
  const { isConfirmed, confirm } = useConfirmedPatient(uploadUUID, patient, inFiles);
  if (isConfirmed)
    return (
      <Text size="sm" c="dimmed">
        В файлах указан другой пациент. Вы подтвердили, что это он.
      </Text>
    );
  if (confirmedBy !== undefined) return <ConfirmedByOther name={confirmedBy} onStop={onStop} />;
  return (
    <Alert color="red" icon={<IconUserExclamation />} title="В файлах указан другой пациент" role="alert">
      <dl className={classes.people}>
        <dt>В файлах</dt>
        <dd>{inFiles}</dd>
        <dt>В карточке</dt>
        <dd>{inCard}</dd>
      </dl>
      {!onStop && (
        <Text size="sm" mb="xs">
          Все файлы уже отправлены. Если их пациента не подтвердить, исследование не опубликуется, и
          загруженное можно будет удалить.
        </Text>
      )}
      <Group gap="xs">
        {/* the alert appears while the user may be clicking something else */}
        {onStop && <GuardedButton onClick={onStop}>Остановить загрузку</GuardedButton>}
        <Button variant="default" onClick={open}>
          Это тот же пациент
        </Button>
      </Group>
      <PatientReasonDialog
        title="Это тот же пациент"
        submitLabel="Подтвердить"
        opened={opened}
        onClose={close}
        send={confirm}
      />
    </Alert>
  );
}

const ConfirmedByOther = ({ name, onStop }: { name: string; onStop: (() => void) | null }) => (
  <Group justify="space-between" gap="xs">
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      В файлах указан другой пациент. Подтверждено, что это он: {name}.
    </Text>
    {onStop && (
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onStop}>
        Остановить загрузку
      </Button>
    )}
  </Group>
);
