import { Badge, Group, Radio, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDay } from '../../../shared/dates/dates.ts';
import classes from './intake.module.css';
import { changeRow, type IntakeRow } from './intake-rows.ts';
import { ClientChoice, NewPatient, type NewPatientProps } from './new-patient.tsx';
import type { Suggestion } from './queries.ts';
import { keyOf } from './target.ts';
import { ClientSelect } from '../../people/doctors/client-select.tsx';
import { PatientSelect } from '../../people/patients/patient-select.tsx';

interface PatientChoiceProps extends NewPatientProps {
  choice: string | null;
  suggestions: Suggestion[];
}

const timeOf = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit' });

/** Suggested bookings and cards, a new card, or any other card. */
export function PatientChoice(props: PatientChoiceProps) {
  const { row, choice, suggestions, showErrors } = props;
  const chosen = suggestions.find((one) => keyOf(one) === choice);
  return (
    <Radio.Group
      label="Пациент"
      value={choice ?? ''}
      error={showErrors && choice === null ? 'Выберите пациента' : null}
      onChange={(value) => changeRow(row.id, { choice: value })}
    >
      <Stack gap={8} mt={6} mb={showErrors && choice === null ? 6 : 0}>
        {suggestions.map((suggestion) => (
          <Option key={keyOf(suggestion)} value={keyOf(suggestion)} title={suggestion.name}>
            <SuggestionFacts suggestion={suggestion} />
          </Option>
        ))}
        {chosen && <MissingFacts {...props} suggestion={chosen} />}
        <Option value="new" title="Новый пациент">
          {choice !== 'new' && (
            <Text size="sm" c="dimmed">
              {row.sought.name ? `Создать карточку: ${row.sought.name}` : 'Создать карточку'}
            </Text>
          )}
        </Option>
        {choice === 'new' && <NewPatient {...props} />}
        <Option value="other" title="Выбрать из имеющихся карточек">
          {choice !== 'other' && (
            <Text size="sm" c="dimmed">
              Выбрать клиента и пациента из списка
            </Text>
          )}
        </Option>
        {choice === 'other' && <OtherCard row={row} showErrors={showErrors} />}
      </Stack>
    </Radio.Group>
  );
}

const Option = ({ value, title, children }: { value: string; title: string; children?: ReactNode }) => (
  <Radio.Card value={value} className={classes.option}>
    <Group wrap="nowrap" gap="sm" align="flex-start">
      <Radio.Indicator mt={2} />
      <div className={classes.head}>
        <Text fw={500}>{title}</Text>
        {children}
      </div>
    </Group>
  </Radio.Card>
);

function SuggestionFacts({ suggestion }: { suggestion: Suggestion }) {
  const { beginsAt, birthday, doctorName, patientID, confident, waiting } = suggestion;
  const facts = [
    birthday && formatDay(birthday),
    doctorName ?? 'клиент не указан',
    patientID === null && 'карточки ещё нет',
    waiting.length > 0 && 'есть исследование без файлов',
  ].filter(Boolean);
  return (
    <>
      <Text size="sm" c="dimmed">
        {facts.join(' · ')}
      </Text>
      <Group gap={6} mt={beginsAt || confident ? 4 : 0}>
        {beginsAt && (
          <Badge variant="light" color="blue" tt="none">
            Запись сегодня на {timeOf.format(new Date(beginsAt))}
          </Badge>
        )}
        {patientID !== null && confident && (
          <Badge variant="light" color="green" tt="none">
            {birthday ? 'Имя и дата рождения совпадают' : 'Имя совпадает'}
          </Badge>
        )}
      </Group>
    </>
  );
}

/** What a booking made by phone does not say: the client, and the sex for the new card. */
function MissingFacts({ suggestion, ...props }: PatientChoiceProps & { suggestion: Suggestion }) {
  const { row, showErrors } = props;
  const needsSex = suggestion.patientID === null && !row.patient.sex;
  if (suggestion.doctorID !== null && !needsSex) return null;
  const { patient } = row;
  return (
    <Stack gap="sm" className={classes.details}>
      {suggestion.doctorID === null && <ClientChoice {...props} />}
      {needsSex && (
        <Radio.Group
          label="Пол"
          value={patient.sex}
          error={showErrors ? 'Выберите пол' : null}
          onChange={(sex) => changeRow(row.id, { patient: { ...patient, sex: sex as 'male' | 'female' } })}
        >
          <Group gap="lg" mt={4} mb={showErrors ? 6 : 0}>
            <Radio value="female" label="Женский" />
            <Radio value="male" label="Мужской" />
          </Group>
        </Radio.Group>
      )}
    </Stack>
  );
}

function OtherCard({ row, showErrors }: { row: IntakeRow; showErrors: boolean }) {
  const { doctorID, patientID } = row.other;
  const change = (other: IntakeRow['other']) => changeRow(row.id, { other });
  return (
    <Stack gap="sm" className={classes.details}>
      <ClientSelect
        value={doctorID}
        error={showErrors && doctorID === null ? 'Выберите клиента' : null}
        onChange={(id) => change({ doctorID: id, patientID: null })}
      />
      <PatientSelect
        label="Карточка пациента"
        doctorID={doctorID}
        value={patientID}
        error={showErrors && patientID === null ? 'Выберите существующего пациента из списка' : null}
        onChange={(id) => change({ doctorID, patientID: id })}
      />
    </Stack>
  );
}
