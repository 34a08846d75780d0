import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { useResume } from './queries.ts';

interface ResumeButtonProps {
  account: { accountID: number; name: string };
}

/** Lets a suspended account sign in again. */
export function ResumeButton({ account: { accountID, name } }: ResumeButtonProps) {
  const [opened, { open, close }] = useDisclosure();
  const resume = useResume();
  return (
    <>
      <Button size="xs" variant="default" aria-label={`Открыть вход: ${name}`} onClick={open}>
        Открыть вход
      </Button>
      <Dialog title="Снова открыть вход?" opened={opened} onClose={close}>
        <DialogForm
          sending={resume}
          submitLabel="Открыть вход"
          onSubmit={() => resume.mutateAsync(accountID)}
          onClose={close}
        >
          <Text>
            <b>{name}</b>. Откройте вход, когда убедились, что исследования открывал сам этот человек. Если
            пароль мог узнать кто-то другой, отправьте ему новый.
          </Text>
        </DialogForm>
      </Dialog>
    </>
  );
}
