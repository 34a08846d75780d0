import { Text } from '@mantine/core';
import { sentences } from '../../../shared/calls/sentences.ts';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { type Client, useResetPassword } from './queries.ts';

interface ResetPasswordDialogProps {
  /** undefined while the dialog is closed */
  doctor: Pick<Client, 'doctorID' | 'name' | 'email'> | undefined;
  onClose: () => void;
}

export const ResetPasswordDialog = ({ doctor, onClose }: ResetPasswordDialogProps) => (
  <Dialog title="Сбросить пароль" opened={doctor !== undefined} onClose={onClose}>
    {doctor && <ResetPassword doctor={doctor} onClose={onClose} />}
  </Dialog>
);

function ResetPassword({
  doctor,
  onClose,
}: {
  doctor: NonNullable<ResetPasswordDialogProps['doctor']>;
  onClose: () => void;
}) {
  const reset = useResetPassword(doctor.doctorID);
  return (
    <DialogForm
      sending={reset}
      submitLabel="Сбросить пароль"
      specified={sentences.common.support}
      success="Пароль отправлен клиенту на почту."
      onSubmit={() => reset.mutateAsync()}
      onClose={onClose}
    >
      <Text>
        Прежний пароль клиента <b>{doctor.name}</b> перестанет действовать. Новый придёт на {doctor.email}.
      </Text>
    </DialogForm>
  );
}
