import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { useNavigateIfShown } from '../../../shared/navigation/use-navigate-if-shown.ts';
import type { AssistantStudy } from '../studies/queries.ts';
import { type CopyRequest, useCopyStudy } from './queries.ts';
import { ClientSelect } from '../../people/doctors/client-select.tsx';
import { PatientSelect } from '../../people/patients/patient-select.tsx';

type Target = 'duplicate' | 'existing';

/**
 * Copies a study to a client, for one of the client's patients or a copy of this patient; then opens that
 * patient's studies.
 */
export function CopyForm({ study, onClose }: { study: AssistantStudy; onClose: () => void }) {
  const [doctorID, setDoctorID] = useState<number | null>(null);
  const [target, setTarget] = useState<Target>('duplicate');
  const [patientID, setPatientID] = useState<number | null>(null);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const copy = useCopyStudy(study.studyID);
  const navigate = useNavigateIfShown();

  const submit = async () => {
    setWasSubmitted(true);
    if (doctorID === null || (target === 'existing' && patientID === null)) return;
    const request: CopyRequest =
      target === 'existing' && patientID !== null
        ? { doctorID, patientID }
        : { doctorID, shouldDuplicatePatient: true };
    const { patientID: targetID } = await copy.mutateAsync(request);
    navigate(`/assistant-area/doctors/${doctorID}/patients/${targetID}/studies`);
  };

  return (
    <DialogForm sending={copy} submitLabel="Копировать" onSubmit={submit} onClose={onClose}>
      <Stack gap="md">
        <ClientSelect
          value={doctorID}
          onChange={(id) => {
            setDoctorID(id);
            setPatientID(null);
          }}
          error={wasSubmitted && doctorID === null ? 'Выберите клиента' : null}
          autoFocus
        />
        <Radio.Group label="Чьё исследование" value={target} onChange={(value) => setTarget(value as Target)}>
          <Stack gap="xs" mt="xs">
            <Radio value="duplicate" label={`Создать копию карточки: ${study.patientName}`} />
            <Radio value="existing" label="Выбрать существующего пациента" />
          </Stack>
        </Radio.Group>
        {target === 'existing' && (
          <PatientSelect
            label="Пациент"
            doctorID={doctorID}
            exceptID={study.patientID}
            value={patientID}
            onChange={setPatientID}
            error={wasSubmitted && patientID === null ? 'Выберите существующего пациента из списка' : null}
          />
        )}
      </Stack>
    </DialogForm>
  );
}
