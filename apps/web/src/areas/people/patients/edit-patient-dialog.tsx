import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { PatientFields } from './patient-fields.tsx';
import type { AssistantPatient } from './queries.ts';
import { useEditedCard } from './use-edited-card.ts';

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
  const { update, onSubmit, ...fields } = useEditedCard(patient);
  return (
    <DialogForm sending={update} submitLabel="Сохранить" onSubmit={onSubmit} onClose={onClose}>
      <PatientFields {...fields} autoFocus />
    </DialogForm>
  );
}
