import { Radio, Stack, Text } from '@mantine/core';
import {
  type FactDeclaration,
  PATIENT_FACT_NAMES,
  PATIENT_FACTS,
  type PatientFact,
} from '@snimok/contract/people/patient-facts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '../../../shared/dates/dates.ts';
import { dropdownPatientsQuery } from '../../people/patients/queries.ts';
import { NameSelect } from '../../../shared/fields/name-select.tsx';
import { type CardFacts, duplicatesOfQuery, type Preview } from './queries.ts';
import { ReassignForm } from './reassign-form.tsx';
import { sexInShort } from '../../people/patients/sex.ts';

interface Card {
  patientID: number;
  doctorID: number;
  name: string;
}

interface MergeFormProps {
  patient: Card;
  /** the other card, if it was chosen before */
  other?: Card | undefined;
  onClose: () => void;
}

/** The card from which each differing fact is taken. By default it is the kept card, unless the fact is empty there. */
type Choices = Partial<Record<PatientFact, 'from' | 'to'>>;

/** Merges two cards of one person: which is kept, which facts it has then, and what changes. */
export function MergeForm({ patient, other, onClose }: MergeFormProps) {
  const [otherID, setOtherID] = useState(other?.patientID ?? null);
  const [keepsOther, setKeepsOther] = useState(false);
  const [choices, setChoices] = useState<Choices>({});
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const { options, nameOf } = useOtherCards(patient, !other);
  const otherName = other?.name ?? nameOf(otherID);
  const [keptID, mergedID] = keepsOther ? [otherID, patient.patientID] : [patient.patientID, otherID];
  return (
    <ReassignForm
      change={keptID === null || mergedID === null ? null : { kind: 'merge', keptID, mergedID }}
      onMissing={() => setWasSubmitted(true)}
      submitLabel="Объединить"
      doneNotice="Карточки объединены"
      undoneNotice="Карточки снова отдельные"
      onClose={onClose}
      factsOf={(preview) => chosenFacts(preview, choices)}
      more={(preview) => <Facts preview={preview} choices={choices} onChange={setChoices} />}
    >
      {!other && (
        <NameSelect
          label="Другая карточка того же человека"
          placeholder="Начните вводить ФИО"
          options={options}
          value={otherID}
          onChange={(id) => {
            setOtherID(id);
            setChoices({});
          }}
          error={wasSubmitted && otherID === null ? 'Выберите карточку из списка' : null}
          autoFocus
        />
      )}
      {otherID !== null && (
        <Radio.Group
          label="Какую карточку оставить"
          description="Ссылки на вторую будут открывать оставленную"
          value={keepsOther ? 'other' : 'this'}
          onChange={(value) => {
            setKeepsOther(value === 'other');
            setChoices({});
          }}
        >
          <Stack gap={6} mt={6}>
            <Radio value="this" label={`${patient.name}, № ${patient.patientID}`} />
            <Radio value="other" label={`${otherName}, № ${otherID}`} />
          </Stack>
        </Radio.Group>
      )}
    </ReassignForm>
  );
}

/** The other cards of the client, cards of similar patients first; undefined while they are loading. */
function useOtherCards({ patientID: ownID, doctorID }: Card, enabled: boolean) {
  const { data: patients } = useQuery({ ...dropdownPatientsQuery(doctorID), enabled });
  const { data: similar = [] } = useQuery({ ...duplicatesOfQuery(ownID), enabled });
  const isSimilar = (id: number) => similar.some(({ patientID }) => patientID === id);
  const options = patients
    ?.filter(({ patientID }) => patientID !== ownID)
    .map(({ patientID, name }) => ({
      id: patientID,
      name: isSimilar(patientID) ? `${name} (похожая карточка)` : name,
    }))
    .toSorted((one, two) => Number(isSimilar(two.id)) - Number(isSimilar(one.id)));
  const nameOf = (id: number | null) => patients?.find(({ patientID }) => patientID === id)?.name ?? '';
  return { options, nameOf };
}

const sideOf = ({ to }: Preview, choices: Choices, fact: PatientFact): 'from' | 'to' =>
  choices[fact] ?? (to[fact] === null || to[fact] === '' ? 'from' : 'to');

const chosenFacts = (preview: Preview, choices: Choices): CardFacts => {
  const chosen = PATIENT_FACT_NAMES.map((fact) => [fact, preview[sideOf(preview, choices, fact)][fact]]);
  return Object.fromEntries(chosen) as CardFacts;
};

interface FactsProps {
  preview: Preview;
  choices: Choices;
  onChange: (choices: Choices) => void;
}

/** The facts in which the cards differ, each with both values. */
function Facts({ preview, choices, onChange }: FactsProps) {
  const differing = PATIENT_FACT_NAMES.filter((fact) => preview.from[fact] !== preview.to[fact]);
  if (differing.length === 0) return <Text size="sm">Данные в карточках одинаковые.</Text>;
  return differing.map((fact) => (
    <Radio.Group
      key={fact}
      label={PATIENT_FACTS[fact].label}
      value={sideOf(preview, choices, fact)}
      onChange={(side) => onChange({ ...choices, [fact]: side as 'from' | 'to' })}
    >
      <Stack gap={6} mt={6}>
        {(['to', 'from'] as const).map((side) => (
          <Radio key={side} value={side} label={valueText(fact, preview[side][fact])} />
        ))}
      </Stack>
    </Radio.Group>
  ));
}

const valueText = (fact: PatientFact, value: string | null): string => {
  if (value === null || value === '') return 'не указано';
  const { editor }: FactDeclaration = PATIENT_FACTS[fact];
  if (editor === 'sex') return sexInShort(value);
  return editor === 'day' ? formatDay(value) : value;
};
