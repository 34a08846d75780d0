import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dropdownDoctorsQuery } from '../../people/doctors/queries.ts';
import type { AssistantPatient } from '../../people/patients/queries.ts';
import { NameSelect } from '../../../shared/fields/name-select.tsx';
import { ReassignForm } from './reassign-form.tsx';

/** Moves a patient with all studies to another client. */
export function MovePatientForm({ patient, onClose }: { patient: AssistantPatient; onClose: () => void }) {
  const { patientID } = patient;
  const [doctorID, setDoctorID] = useState<number | null>(null);
  const [keepsAccess, setKeepsAccess] = useState(false);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const doctors = useQuery(dropdownDoctorsQuery);
  return (
    <ReassignForm
      change={doctorID === null ? null : { kind: 'patient', patientID, doctorID, keepsAccess }}
      onMissing={() => setWasSubmitted(true)}
      submitLabel="Перенести"
      doneNotice="Пациент перенесён"
      undoneNotice="Пациент возвращён прежнему клиенту"
      onClose={onClose}
    >
      <NameSelect
        label="Новый клиент (врач или клиника)"
        placeholder="Начните вводить имя или название"
        options={doctors.data
          ?.filter((doctor) => doctor.doctorID !== patient.doctorID)
          .map((doctor) => ({ id: doctor.doctorID, name: doctor.name }))}
        value={doctorID}
        onChange={setDoctorID}
        error={wasSubmitted && doctorID === null ? 'Выберите клиента' : null}
        autoFocus
      />
      <Checkbox
        label={`Оставить доступ клиенту «${patient.doctorName}»`}
        description="Как если бы новый клиент поделился с ним этим пациентом"
        checked={keepsAccess}
        onChange={({ currentTarget }) => setKeepsAccess(currentTarget.checked)}
      />
    </ReassignForm>
  );
}
