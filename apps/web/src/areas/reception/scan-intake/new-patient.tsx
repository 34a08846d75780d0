import { Button, Chip, Group, Input, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { PatientFields } from '../../people/patients/patient-fields.tsx';
import classes from './intake.module.css';
import { changeRow, type IntakeRow } from './intake-rows.ts';
import { errorsOf, hasErrors } from './target.ts';
import { sexInShort } from '../../people/patients/sex.ts';
import { ClientSelect } from '../../people/doctors/client-select.tsx';

export interface NewPatientProps {
  row: IntakeRow;
  clients: { doctorID: number; name: string }[];
  /** the client that is selected by default */
  defaultDoctorID: number | null;
  showErrors: boolean;
}

/** The client and the facts of a new card, read from the files; fields appear only for what is missing or to be changed. */
export function NewPatient(props: NewPatientProps) {
  const { row, showErrors } = props;
  const { patient } = row;
  const errors = errorsOf(patient);
  const [isEditing, setIsEditing] = useState(hasErrors(errors));
  const facts = [
    patient.name,
    patient.sex && sexInShort(patient.sex),
    patient.birthday || 'без даты рождения',
    patient.phone,
  ];
  return (
    <Stack gap="md" className={classes.details}>
      <ClientChoice {...props} />
      {isEditing ? (
        <PatientFields
          values={patient}
          errors={showErrors ? errors : {}}
          onChange={(change) => changeRow(row.id, { patient: { ...patient, ...change } })}
        />
      ) : (
        <Group justify="space-between" gap="xs">
          <Text>{facts.filter(Boolean).join(', ')}</Text>
          <Button size="compact-sm" variant="subtle" onClick={() => setIsEditing(true)}>
            Изменить
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** The clients that the files name and the clients of the latest studies, one click each; all clients in a list. */
export function ClientChoice({ row, clients, defaultDoctorID, showErrors }: NewPatientProps) {
  const doctorID = row.doctorID ?? defaultDoctorID;
  const change = (id: number | null) => changeRow(row.id, { doctorID: id });
  return (
    <div>
      {clients.length > 0 && (
        <Input.Wrapper label="Клиент" labelElement="div" mb={8}>
          <Chip.Group value={String(doctorID ?? '')} onChange={(id) => change(Number(id))}>
            <Group gap={6} mt={4}>
              {clients.map((client) => (
                <Chip key={client.doctorID} value={String(client.doctorID)} size="sm">
                  {client.name}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Input.Wrapper>
      )}
      <ClientSelect
        {...(clients.length > 0 && { label: 'Другой клиент' })}
        value={doctorID}
        error={showErrors && doctorID === null ? 'Выберите клиента' : null}
        onChange={change}
      />
    </div>
  );
}
