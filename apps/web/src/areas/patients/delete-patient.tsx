import { Text } from '@mantine/core';
import { TIME_IN_TRASH } from '../../shared/trash-time.ts';
import { DeleteForm } from '../../shared/ui/delete-form.tsx';
import { DeleteMenu } from '../../shared/ui/delete-menu.tsx';
import classes from './delete-patient.module.css';
import { useDeletePatient, useUndeletePatients } from './queries.ts';

interface DeletePatientProps {
  patient: { patientID: number; name: string };
  /** on the patient's own page: leaves the page */
  onDeleted?: () => Promise<void> | void;
}

/** For the row of a list; on a phone in the corner of its card. */
export const PatientMenuInRow = (props: DeletePatientProps) => (
  <div className={classes.row}>
    <div className={classes.corner}>
      <PatientMenu {...props} size={30} />
    </div>
  </div>
);

/** Shown only for patients without studies. */
export const PatientMenu = ({ patient, size, onDeleted }: DeletePatientProps & { size: number }) => (
  <DeleteMenu label={`Ещё: ${patient.name}`} size={size} title="Удалить карточку пациента?">
    {(close) => <DeletePatient patient={patient} onDeleted={onDeleted} onClose={close} />}
  </DeleteMenu>
);

function DeletePatient({ patient, onDeleted, onClose }: DeletePatientProps & { onClose: () => void }) {
  const { patientID, name } = patient;
  const deletion = useDeletePatient(patientID, onDeleted);
  const undelete = useUndeletePatients();
  return (
    <DeleteForm
      deletion={deletion}
      undoNotice={{
        message: `Карточка пациента удалена. Она в корзине ещё ${TIME_IN_TRASH}`,
        undone: 'Карточка пациента возвращена',
        undo: () => undelete(patientID),
      }}
      onClose={onClose}
    >
      <Text>Карточка «{name}» исчезнет из всех списков, и у врача тоже. Исследований у пациента нет.</Text>
    </DeleteForm>
  );
}
