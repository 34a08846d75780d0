import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { useWaitingMutation } from '../../../shared/waiting/user-queue.ts';
import { newPatient } from './waiting-patient.ts';
import { emptyPatient, PatientFields } from './patient-fields.tsx';
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
  const create = useWaitingMutation(newPatient);
  const { onSubmit, ...fields } = usePatientForm(emptyPatient, async (facts) => {
    const { patientID } = await create.mutateAsync({ doctorID, facts });
    onCreated(patientID);
  });
  return (
    <DialogForm sending={create} submitLabel="Создать" onSubmit={onSubmit} onClose={onClose}>
      <PatientFields {...fields} autoFocus />
    </DialogForm>
  );
}
