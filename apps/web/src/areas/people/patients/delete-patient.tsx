import { Text } from '@mantine/core';
import { TIME_IN_BIN } from '../../../shared/dates/bin-time.ts';
import { DeleteForm } from '../../../shared/dialogs/delete-form.tsx';
import { deleteEntry, type MoreEntry, MoreMenu } from '../../../shared/dialogs/more-menu.tsx';
import classes from './delete-patient.module.css';
import { useDeletePatient, useUndeletePatients } from './queries.ts';

interface DeletePatientProps {
  patient: { patientID: number; name: string };
  /** on the patient's own page: leaves the page */
  onDeleted?: (() => Promise<void> | void) | undefined;
}

/** For the row of a list; on a phone in the corner of its card. */
export const PatientMenuInRow = (props: DeletePatientProps) => (
  <div className={classes.row}>
    <div className={classes.corner}>
      <PatientMenu {...props} canDelete size={30} />
    </div>
  </div>
);

const deletePatientEntry = ({ patient, onDeleted }: DeletePatientProps): MoreEntry =>
  deleteEntry('Удалить карточку пациента?', (close) => (
    <DeletePatient patient={patient} onDeleted={onDeleted} onClose={close} />
  ));

interface PatientMenuProps extends DeletePatientProps {
  /** only for patients without studies */
  canDelete: boolean;
  /** other actions, above the deletion */
  entries?: MoreEntry[];
  size: number;
}

export function PatientMenu({ patient, size, onDeleted, canDelete, entries = [] }: PatientMenuProps) {
  const all = canDelete ? [...entries, deletePatientEntry({ patient, onDeleted })] : entries;
  return all.length > 0 && <MoreMenu label={`Ещё: ${patient.name}`} size={size} entries={all} />;
}

function DeletePatient({ patient, onDeleted, onClose }: DeletePatientProps & { onClose: () => void }) {
  const { patientID, name } = patient;
  const deletion = useDeletePatient(patientID, onDeleted);
  const undelete = useUndeletePatients();
  return (
    <DeleteForm
      deletion={deletion}
      undoNotice={{
        message: `Карточка пациента удалена. Она в корзине ещё ${TIME_IN_BIN}.`,
        undone: 'Карточка пациента возвращена',
        undo: () => undelete(patientID),
      }}
      onClose={onClose}
    >
      <Text>Карточка «{name}» исчезнет из всех списков, и у клиента тоже. Исследований у пациента нет.</Text>
    </DeleteForm>
  );
}
