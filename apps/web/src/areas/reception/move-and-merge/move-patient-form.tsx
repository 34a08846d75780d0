import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { AssistantPatient } from '../../people/patients/queries.ts';
import { ReassignForm } from './reassign-form.tsx';
import { ClientSelect } from '../../people/doctors/client-select.tsx';

/** Moves a patient with all studies to another client. */
export function MovePatientForm({ patient, onClose }: { patient: AssistantPatient; onClose: () => void }) {
  const { patientID } = patient;
  const [doctorID, setDoctorID] = useState<number | null>(null);
  const [keepsAccess, setKeepsAccess] = useState(false);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  return (
    <ReassignForm
      change={doctorID === null ? null : { kind: 'patient', patientID, doctorID, keepsAccess }}
      onMissing={() => setWasSubmitted(true)}
      submitLabel="Перенести"
      doneNotice="Пациент перенесён"
      undoneNotice="Пациент возвращён прежнему клиенту"
      onClose={onClose}
    >
      <ClientSelect
        label="Новый клиент (врач или клиника)"
        exceptID={patient.doctorID}
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
