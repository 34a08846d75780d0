import { Skeleton, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { sentences } from '../../../shared/calls/sentences.ts';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { Failure } from '../../../shared/failures/failure.tsx';
import { DoctorFields, type DoctorValues, doctorChecks } from './doctor-fields.tsx';
import { type Client, doctorQuery, useUpdateDoctor } from './queries.ts';
import { Loading } from '../../../shared/ui/loading.tsx';

interface EditDoctorDialogProps {
  /** undefined while the dialog is closed */
  doctorID: number | undefined;
  onClose: () => void;
}

export const EditDoctorDialog = ({ doctorID, onClose }: EditDoctorDialogProps) => (
  <Dialog title="Редактировать клиента" opened={doctorID !== undefined} onClose={onClose}>
    {doctorID !== undefined && <LoadDoctor doctorID={doctorID} onClose={onClose} />}
  </Dialog>
);

/** Loads the doctor again, because the list may be older than a colleague's change. */
function LoadDoctor({ doctorID, onClose }: { doctorID: number; onClose: () => void }) {
  const { data: doctor, error, refetch } = useQuery(doctorQuery(doctorID));
  if (error) return <Failure reason={error} onRetry={refetch} />;
  if (doctor) return <EditDoctor doctor={doctor} onClose={onClose} />;
  return (
    <Loading>
      <Stack gap="md" aria-busy>
        <Skeleton height={58} />
        <Skeleton height={58} />
        <Skeleton height={48} />
      </Stack>
    </Loading>
  );
}

function EditDoctor({ doctor, onClose }: { doctor: Client; onClose: () => void }) {
  const update = useUpdateDoctor(doctor.doctorID);
  const form = useForm<DoctorValues>({
    mode: 'uncontrolled',
    initialValues: doctor,
    validate: { name: doctorChecks.name },
  });
  return (
    <DialogForm
      sending={update}
      submitLabel="Сохранить"
      specified={sentences.common.support}
      success="Изменения сохранены."
      form={form}
      onSubmit={({ name, featureFlags }) => update.mutateAsync({ name, featureFlags })}
      onClose={onClose}
    >
      <DoctorFields form={form} emailReadOnly />
    </DialogForm>
  );
}
