import { Alert, Group, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { groupedPIN } from '../../../shared/codes/grouped-pin.ts';
import { CopyButton } from '../../../shared/codes/copy-button.tsx';
import { useDialogLock } from '../../../shared/dialogs/dialog.tsx';
import { GuardedButton } from '../../../shared/dialogs/guarded-button.tsx';
import classes from './sent-pin.module.css';

export interface SentPIN {
  email: string;
  pin: string;
}

interface SentPINNoticeProps extends SentPIN {
  onNoted: () => void;
}

/** The PIN, which is shown only once: the dialog stays open until the assistant says that she has noted it. */
export function SentPINNotice({ email, pin, onNoted }: SentPINNoticeProps) {
  useDialogLock('ПИН-код больше нигде не показывается. Сначала запишите его.');
  return (
    <Alert
      role="status"
      color="blue"
      icon={<IconLock />}
      title="Ссылка отправлена"
      className={classes.notice}
    >
      <Text className={classes.email}>ПИН-код для {email}:</Text>
      <Group gap="sm" my={4}>
        <Text component="output" className={classes.pin}>
          {groupedPIN(pin)}
        </Text>
        <CopyButton
          requestText={async () => pin}
          label="Скопировать ПИН-код"
          fieldLabel="ПИН-код получателя"
        />
      </Group>
      <Text size="sm">
        Сообщите его получателю сами: в письме его нет, и больше он нигде не показывается.
      </Text>
      <GuardedButton mt="sm" color="teal" onClick={onNoted}>
        Код записан
      </GuardedButton>
    </Alert>
  );
}
