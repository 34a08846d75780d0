import { Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { DialogForm } from '../../../shared/ui/dialog-form.tsx';
import { useSingleFlight } from '../../../shared/use-single-flight.ts';
import { dropdownDoctorsQuery } from '../../doctors/queries.ts';
import { dropdownPatientsQuery } from '../../patients/queries.ts';
import { NameSelect } from '../create/name-select.tsx';
import type { AssistantStudy } from '../queries.ts';
import { type CopyRequest, useCopyStudy } from './queries.ts';

type Whom = 'duplicate' | 'existing';

/** To which client, and there to a patient she has or to a copy of this card; then on to that patient's studies. */
export function CopyForm({ study, onClose }: { study: AssistantStudy; onClose: () => void }) {
  const [doctorID, setDoctorID] = useState<number | null>(null);
  const [whom, setWhom] = useState<Whom>('duplicate');
  const [patientID, setPatientID] = useState<number | null>(null);
  const [tried, setTried] = useState(false);
  const doctors = useQuery(dropdownDoctorsQuery);
  const patients = useQuery({ ...dropdownPatientsQuery(doctorID ?? 0), enabled: doctorID !== null });
  const copy = useCopyStudy(study.studyID);
  const runSingle = useSingleFlight();
  const navigate = useNavigate();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (doctorID === null || (whom === 'existing' && patientID === null)) return;
    const wish: CopyRequest =
      whom === 'existing' && patientID !== null
        ? { doctorID, patientID }
        : { doctorID, shouldDuplicatePatient: true };
    void runSingle(async () => {
      const { patientID: to } = await copy.mutateAsync(wish);
      await navigate(`/assistant-area/doctors/${doctorID}/patients/${to}/studies`);
    });
  };

  return (
    <DialogForm sending={copy} submitLabel="Копировать" onSubmit={submit} onClose={onClose}>
      <Stack gap="md">
        <NameSelect
          label="Врач или клиника"
          placeholder="Начните вводить имя или название"
          options={doctors.data?.map((doctor) => ({ id: doctor.doctorID, name: doctor.name }))}
          value={doctorID}
          onChange={(id) => {
            setDoctorID(id);
            setPatientID(null);
          }}
          error={tried && doctorID === null ? 'Выберите врача' : null}
          autoFocus
        />
        <Radio.Group label="Чьё исследование" value={whom} onChange={(value) => setWhom(value as Whom)}>
          <Stack gap="xs" mt="xs">
            <Radio value="duplicate" label={`Создать копию карточки: ${study.patientName}`} />
            <Radio value="existing" label="Выбрать существующего пациента" />
          </Stack>
        </Radio.Group>
        {whom === 'existing' && (
          <NameSelect
            label="Пациент"
            placeholder={doctorID === null ? 'Сначала выберите врача' : 'Начните вводить ФИО'}
            options={patients.data
              ?.filter((patient) => patient.patientID !== study.patientID)
              .map((patient) => ({ id: patient.patientID, name: patient.name }))}
            value={patientID}
            onChange={setPatientID}
            disabled={doctorID === null}
            error={tried && patientID === null ? 'Выберите существующего пациента из списка' : null}
          />
        )}
      </Stack>
    </DialogForm>
  );
}
