import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRight } from '../../platform/access/rights.ts';
import { dropdownDoctorsQuery } from '../../people/doctors/queries.ts';
import { dropdownPatientsQuery } from '../../people/patients/queries.ts';
import { NameSelect } from '../../../shared/fields/name-select.tsx';
import type { AssistantStudy } from '../../studies/studies/queries.ts';
import { ReassignForm } from './reassign-form.tsx';

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
  const doctors = useQuery({ ...dropdownDoctorsQuery, enabled: changesClient });
  const patients = useQuery(dropdownPatientsQuery(doctorID));
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
        <NameSelect
          label="Врач или клиника"
          placeholder="Начните вводить имя или название"
          options={doctors.data?.map((doctor) => ({ id: doctor.doctorID, name: doctor.name }))}
          value={doctorID}
          onChange={(id) => {
            setDoctorID(id ?? study.doctorID);
            setPatientID(null);
          }}
        />
      )}
      <NameSelect
        key={doctorID}
        label="Пациент, которому принадлежит исследование"
        placeholder="Начните вводить ФИО"
        options={patients.data
          ?.filter((patient) => patient.patientID !== study.patientID)
          .map((patient) => ({ id: patient.patientID, name: patient.name }))}
        value={patientID}
        onChange={setPatientID}
        error={wasSubmitted && patientID === null ? 'Выберите пациента из списка' : null}
        autoFocus
      />
    </ReassignForm>
  );
}
