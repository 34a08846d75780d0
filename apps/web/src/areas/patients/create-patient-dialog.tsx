import { Dialog } from '../../shared/ui/dialog.tsx';
import { DialogForm } from '../../shared/ui/dialog-form.tsx';
import { useRequestUUID } from '../../shared/use-request-uuid.ts';
import { emptyPatient, PatientFields } from './patient-fields.tsx';
import { useCreatePatient } from './queries.ts';
import { usePatientForm } from './use-patient-form.ts';

interface CreatePatientDialogProps {
  doctorID: number;
  opened: boolean;
  onClose: () => void;
  onCreated: (patientID: number) => void;
}

export const CreatePatientDialog = ({ opened, onClose, ...form }: CreatePatientDialogProps) => (
  <Dialog title="Создать карточку пациента" opened={opened} onClose={onClose}>
    <CreatePatient {...form} onClose={onClose} />
  </Dialog>
);

function CreatePatient({ doctorID, onClose, onCreated }: Omit<CreatePatientDialogProps, 'opened'>) {
  const create = useCreatePatient();
  const requestUUIDOf = useRequestUUID();
  const { onSubmit, ...fields } = usePatientForm(emptyPatient, async (facts) => {
    const wanted = { doctorID, ...facts };
    const { patientID } = await create.mutateAsync({ ...wanted, requestUUID: requestUUIDOf(wanted) });
    onCreated(patientID);
  });
  return (
    <DialogForm sending={create} submitLabel="Создать" onSubmit={onSubmit} onClose={onClose}>
      <PatientFields {...fields} autoFocus />
    </DialogForm>
  );
}
