import { useState } from 'react';
import { useRight } from '../../platform/access/rights.ts';
import type { AssistantStudy } from '../../studies/studies/queries.ts';
import { ReassignForm } from './reassign-form.tsx';
import { ClientSelect } from '../../people/doctors/client-select.tsx';
import { PatientSelect } from '../../people/patients/patient-select.tsx';

interface MoveStudyFormProps {
  study: Pick<AssistantStudy, 'studyID' | 'patientID' | 'doctorID'>;
  onClose: () => void;
}

/** Moves a study that was filed under a wrong patient; to a patient of another client only with the right for clients. */
export function MoveStudyForm({ study, onClose }: MoveStudyFormProps) {
  const [doctorID, setDoctorID] = useState(study.doctorID);
  const [patientID, setPatientID] = useState<number | null>(null);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const changesClient = useRight('clients');
  return (
    <ReassignForm
      change={patientID === null ? null : { kind: 'study', studyID: study.studyID, patientID }}
      onMissing={() => setWasSubmitted(true)}
      submitLabel="Перенести"
      doneNotice="Исследование перенесено"
      undoneNotice="Исследование возвращено прежнему пациенту"
      onClose={onClose}
    >
      {changesClient && (
        <ClientSelect
          value={doctorID}
          onChange={(id) => {
            setDoctorID(id ?? study.doctorID);
            setPatientID(null);
          }}
        />
      )}
      <PatientSelect
        key={doctorID}
        label="Пациент, которому принадлежит исследование"
        doctorID={doctorID}
        exceptID={study.patientID}
        value={patientID}
        onChange={setPatientID}
        error={wasSubmitted && patientID === null ? 'Выберите пациента из списка' : null}
        autoFocus
      />
    </ReassignForm>
  );
}
