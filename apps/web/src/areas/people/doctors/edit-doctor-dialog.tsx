import { Skeleton, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { sentences } from '../../../shared/calls/sentences.ts';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { DoctorFields, type DoctorValues, doctorChecks } from './doctor-fields.tsx';
import { doctorQuery, useUpdateDoctor } from './queries.ts';
import { Loading } from '../../../shared/ui/loading.tsx';

interface EditDoctorDialogProps {
  /** undefined while the dialog is closed */
  doctorID: number | undefined;
  onClose: () => void;
}

export const EditDoctorDialog = ({ doctorID, onClose }: EditDoctorDialogProps) => (
  <Dialog title="Редактировать клиента" opened={doctorID !== undefined} onClose={onClose}>
    {doctorID !== undefined && (
      <Suspense fallback={<FormSkeleton />}>
        <EditDoctor doctorID={doctorID} onClose={onClose} />
      </Suspense>
    )}
  </Dialog>
);

const FormSkeleton = () => (
  <Loading>
    <Stack gap="md" aria-busy>
      <Skeleton height={58} />
      <Skeleton height={58} />
      <Skeleton height={48} />
    </Stack>
  </Loading>
);

/** Loads the doctor again, because the list may be older than a colleague's change. */
function EditDoctor({ doctorID, onClose }: { doctorID: number; onClose: () => void }) {
  const { data: doctor } = useSuspenseQuery(doctorQuery(doctorID));
  const update = useUpdateDoctor(doctorID);
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
