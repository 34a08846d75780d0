import { Alert, Button, Group, Text } from '@mantine/core';
import { IconUserExclamation } from '@tabler/icons-react';
import { GuardedButton } from '../../../shared/ui/guarded-button.tsx';
import { useConfirmedPatient } from './confirmed-patients.ts';
import classes from './preview.module.css';

interface OtherPatientAlertProps {
  uploadUUID: string;
  /** «Иванов Иван, 02.01.1980» */
  inFiles: string;
  inCard: string;
  /** null when the upload is completed and cannot be stopped */
  onStop: (() => void) | null;
}

/** The files name another patient than the card: the user stops the upload or confirms the patient. */
export function OtherPatientAlert({ uploadUUID, inFiles, inCard, onStop }: OtherPatientAlertProps) {
  const { isConfirmed, confirm } = useConfirmedPatient(uploadUUID, inFiles);
  if (isConfirmed)
    return (
      <Text size="sm" c="dimmed">
        В файлах указан другой пациент. Загрузка продолжается: вы подтвердили, что это он.
      </Text>
    );
  return (
    <Alert color="red" icon={<IconUserExclamation />} title="В файлах указан другой пациент" role="alert">
      <dl className={classes.people}>
        <dt>В файлах</dt>
        <dd>{inFiles}</dd>
        <dt>В карточке</dt>
        <dd>{inCard}</dd>
      </dl>
      {onStop ? (
        <Group gap="xs">
          {/* the alert appears while the user may be clicking something else */}
          <GuardedButton onClick={onStop}>Остановить загрузку</GuardedButton>
          <Button variant="default" onClick={confirm}>
            Это тот же пациент
          </Button>
        </Group>
      ) : (
        <Text size="sm">
          Все файлы уже отправлены. Проверьте исследование, когда оно будет готово: удалить его можно в меню
          карточки.
        </Text>
      )}
    </Alert>
  );
}
