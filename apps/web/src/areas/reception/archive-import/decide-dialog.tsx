import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatDay } from '../../../shared/dates/dates.ts';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { ClientSelect } from '../../people/doctors/client-select.tsx';
import {
  checkPatient,
  type PatientErrors,
  PatientFields,
  type PatientValues,
  readFacts,
  valuesOf,
} from '../../people/patients/patient-fields.tsx';
import { PatientSelect } from '../../people/patients/patient-select.tsx';
import { REASONS } from './labels.ts';
import { type Decision, type Import, type ImportedStudy, useDecide } from './queries.ts';
import { sourceDay } from './source-day.ts';

interface DecideDialogProps {
  of: Import;
  /** undefined while the dialog is closed */
  study: ImportedStudy | undefined;
  onClose: () => void;
}

export const DecideDialog = ({ of, study, onClose }: DecideDialogProps) => (
  <Dialog title="Куда перенести исследование" opened={study !== undefined} onClose={onClose}>
    {study && <Decide of={of} study={study} onClose={onClose} />}
  </Dialog>
);

/** `card:12`: one of the proposed cards; `other`: a card that the person looks up. */
type Choice = `card:${number}` | 'other' | 'new' | 'same' | 'left-out';

const choiceOf = ({ outcome, card, sameAs }: ImportedStudy): Choice | null => {
  if (outcome === 'existing' && card) return `card:${card.patientID}`;
  if (outcome === 'new') return sameAs === null ? 'new' : 'same';
  return outcome === 'left-out' ? 'left-out' : null;
};

function Decide({ of, study, onClose }: DecideDialogProps & { study: ImportedStudy }) {
  const { rowID, sameAs, newCard } = study;
  const send = useDecide(of.importID);
  const [choice, setChoice] = useState(() => choiceOf(study));
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [patientID, setPatientID] = useState<number | null>(null);
  const [doctorID, setDoctorID] = useState(newCard.doctorID ?? of.client?.doctorID ?? null);
  const [values, setValues] = useState(() => valuesOfNew(newCard));
  const errors = checkNewCard(values);
  const required = (chosen: unknown, sentence: string) => (wasSubmitted && chosen === null ? sentence : null);
  const decision = decisionOf({ choice, patientID, doctorID, values, errors, sameAs });
  return (
    <DialogForm
      sending={send}
      submitLabel="Сохранить"
      onSubmit={() => {
        setWasSubmitted(true);
        return decision ? send.mutateAsync({ rowID, decision }) : undefined;
      }}
      onClose={onClose}
    >
      <StudyInArchive study={study} />
      <Places
        study={study}
        value={choice}
        onChange={setChoice}
        error={required(choice, 'Выберите, куда перенести')}
      />
      {(choice === 'new' || choice === 'other') && (
        <ClientSelect
          value={doctorID}
          onChange={setDoctorID}
          error={required(doctorID, 'Выберите клиента')}
        />
      )}
      {choice === 'other' && doctorID !== null && (
        <PatientSelect
          key={doctorID}
          label="Пациент"
          doctorID={doctorID}
          value={patientID}
          onChange={setPatientID}
          error={required(patientID, 'Выберите пациента из списка')}
        />
      )}
      {choice === 'new' && (
        <PatientFields
          values={values}
          errors={wasSubmitted ? errors : {}}
          onChange={(change) => setValues({ ...values, ...change })}
        />
      )}
    </DialogForm>
  );
}

function StudyInArchive({ study: { source, reason } }: { study: ImportedStudy }) {
  const born = source.birthDate ? `, ${sourceDay(source.birthDate)}` : '';
  return (
    <Text>
      {source.patientName || 'Имя не указано'}
      {born}; снято {sourceDay(source.studyDate)}
      {reason && (
        <Text span c="dimmed">
          {' '}
          ({REASONS[reason]})
        </Text>
      )}
    </Text>
  );
}

interface PlacesProps {
  study: ImportedStudy;
  value: Choice | null;
  onChange: (choice: Choice) => void;
  error: string | null;
}

const Places = ({ study, value, onChange, error }: PlacesProps) => (
  <Radio.Group label="Куда" value={value} onChange={(place) => onChange(place as Choice)} error={error}>
    <Stack gap="xs" mt={4}>
      {cardsOf(study).map((card) => (
        <Radio
          key={card.patientID}
          value={`card:${card.patientID}`}
          label={card.name}
          description={`${formatDay(card.birthday)}, ${card.doctorName}`}
        />
      ))}
      <Radio value="other" label="Другая карточка" />
      {study.sameAs !== null && (
        <Radio value="same" label="Новая карточка, общая с похожим пациентом архива" />
      )}
      <Radio value="new" label="Новая карточка" />
      <Radio value="left-out" label="Не переносить" />
    </Stack>
  </Radio.Group>
);

type NewCardFacts = Omit<Extract<Decision, { outcome: 'new' }>, 'outcome' | 'doctorID'>;

const valuesOfNew = ({ name, birthday, phone, sex }: ImportedStudy['newCard']): PatientValues => ({
  ...valuesOf({ name: name ?? '', birthday, phone, sex: 'male' }),
  sex: sex ?? '',
});

/** The archive may not know the birth date; the card then has none. */
const checkNewCard = (values: PatientValues): PatientErrors =>
  checkPatient(values, { name: 'Введите ФИО пациента', sex: 'Выберите пол' });

const cardsOf = ({ card, candidates }: ImportedStudy) =>
  card && !candidates.some(({ patientID }) => patientID === card.patientID)
    ? [card, ...candidates]
    : candidates;

interface Entered {
  choice: Choice | null;
  patientID: number | null;
  doctorID: number | null;
  values: PatientValues;
  errors: PatientErrors;
  sameAs: number | null;
}

/** Null while something is missing. */
const decisionOf = ({ choice, patientID, doctorID, values, errors, sameAs }: Entered): Decision | null => {
  if (choice === 'left-out') return { outcome: 'left-out' };
  if (choice === 'same') return sameAs === null ? null : { outcome: 'same', rowID: sameAs };
  if (choice === 'other') return patientID === null ? null : { outcome: 'existing', patientID };
  if (choice !== 'new')
    return choice === null ? null : { outcome: 'existing', patientID: Number(choice.slice('card:'.length)) };
  if (doctorID === null || Object.values(errors).some(Boolean)) return null;
  const facts = readFacts<NewCardFacts>(values);
  return { outcome: 'new', doctorID, ...facts };
};
