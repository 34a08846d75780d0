import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { sentences } from '../../../shared/calls/sentences.ts';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { DoctorFields, type DoctorValues, doctorChecks, emptyDoctor } from './doctor-fields.tsx';
import { useCreateDoctor } from './queries.ts';

interface CreateDoctorDialogProps {
  opened: boolean;
  onClose: () => void;
}

export const CreateDoctorDialog = ({ opened, onClose }: CreateDoctorDialogProps) => (
  <Dialog title="Создать клиента" opened={opened} onClose={onClose}>
    <CreateDoctor onClose={onClose} />
  </Dialog>
);

function CreateDoctor({ onClose }: { onClose: () => void }) {
  const create = useCreateDoctor();
  const form = useForm<DoctorValues>({
    mode: 'uncontrolled',
    initialValues: emptyDoctor,
    validate: doctorChecks,
  });
  return (
    <DialogForm
      sending={create}
      submitLabel="Создать"
      specified={sentences.common.support}
      success="Приветственное письмо с паролем отправлено клиенту на почту."
      form={form}
      onSubmit={(values) => create.mutateAsync(values)}
      onClose={onClose}
    >
      <DoctorFields form={form} />
      <Text size="sm" c="dimmed">
        Пароль создаст портал и отправит клиенту письмом.
      </Text>
    </DialogForm>
  );
}
