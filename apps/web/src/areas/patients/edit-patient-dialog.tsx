import { Dialog } from '../../shared/ui/dialog.tsx';
import { DialogForm } from '../../shared/ui/dialog-form.tsx';
import { useSingleFlight } from '../../shared/use-single-flight.ts';
import { PatientFields, valuesOf } from './patient-fields.tsx';
import { type AssistantPatient, useUpdatePatient } from './queries.ts';
import { usePatientForm } from './use-patient-form.ts';

interface EditPatientDialogProps {
  patient: AssistantPatient;
  opened: boolean;
  onClose: () => void;
}

export const EditPatientDialog = ({ patient, opened, onClose }: EditPatientDialogProps) => (
  <Dialog title="Редактировать карточку" opened={opened} onClose={onClose}>
    <EditPatient patient={patient} onClose={onClose} />
  </Dialog>
);

function EditPatient({ patient, onClose }: Omit<EditPatientDialogProps, 'opened'>) {
  const update = useUpdatePatient(patient.patientID);
  const runSingle = useSingleFlight();
  const { onSubmit, ...fields } = usePatientForm(valuesOf(patient), (facts) => {
    runSingle(() => update.mutateAsync(facts));
  });
  return (
    <DialogForm sending={update} submitLabel="Сохранить" onSubmit={onSubmit} onClose={onClose}>
      <PatientFields {...fields} autoFocus />
    </DialogForm>
  );
}
