import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Anchor, Combobox, Group, Text, TextInput, type TextInputProps, useCombobox } from '@mantine/core';
import { search } from '@snimok/contract/people/search';
import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import { call } from '../../../../shared/calls/call.ts';
import { formatDay } from '../../../../shared/dates/dates.ts';
import { formatPhone } from '../../../../shared/contacts/phone.ts';
import { useRight } from '../../../platform/access/rights.ts';
import { type Find, useSearch } from '../../../people/search/use-search.ts';

export type KnownPatient = ResponseOf<typeof search>['patients'][number];

const findPatients: Find<KnownPatient> = async (query, signal) =>
  (await call(search, { query: { query }, signal })).patients;

interface NameInputProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  value: string;
  onChange: (name: string) => void;
  onChoose: (patient: KnownPatient) => void;
}

/** The name of a patient. For those who see the cards, known patients appear while it is typed in. */
export function NameInput({ onChoose, ...input }: NameInputProps) {
  const seesPatients = useRight('studies');
  return seesPatients ? (
    <SearchedName {...input} onChoose={onChoose} />
  ) : (
    <NameField {...input} onChange={({ currentTarget }) => input.onChange(currentTarget.value)} />
  );
}

const NameField = (input: TextInputProps) => (
  <TextInput
    label="ФИО пациента"
    placeholder="Иванов Иван Иванович"
    autoComplete="off"
    maxLength={MOST_CHARACTERS.name}
    {...input}
  />
);

function SearchedName({ onChoose, onChange, onBlur, ...input }: NameInputProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { hits } = useSearch(input.value, 'patients-to-book', findPatients);
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        const patient = hits.find(({ patientID }) => String(patientID) === id);
        if (patient) onChoose(patient);
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <NameField
          {...input}
          description="Имя, телефон или дата рождения: портал предложит карточки"
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value);
            combobox.openDropdown();
          }}
          onBlur={(event) => {
            combobox.closeDropdown();
            onBlur?.(event);
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={hits.length === 0}>
        <Combobox.Options aria-label="Карточки пациентов" mah={280} style={{ overflowY: 'auto' }}>
          {hits.map((patient) => (
            <Combobox.Option key={patient.patientID} value={String(patient.patientID)}>
              <Text fw={500}>{patient.name}</Text>
              <Text size="sm" c="dimmed">
                {factsOf(patient)}
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

const factsOf = ({ birthday, phone, doctorName }: KnownPatient) =>
  [birthday && formatDay(birthday), formatPhone(phone), doctorName].filter(Boolean).join(' · ');

/** A patient whose card is known, in place of the fields for a new one. */
export const ChosenPatient = ({ patient, onAgain }: { patient: KnownPatient; onAgain: () => void }) => (
  <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
    <PatientFacts
      name={patient.name}
      facts={[patient.birthday && formatDay(patient.birthday), patient.doctorName]}
    />
    <Anchor component="button" type="button" style={{ flex: 'none' }} onClick={onAgain}>
      Выбрать другого
    </Anchor>
  </Group>
);

interface PatientFactsProps {
  name: string;
  facts: (string | null)[];
}

export const PatientFacts = ({ name, facts }: PatientFactsProps) => (
  <div style={{ minWidth: 0 }}>
    <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
      {name}
    </Text>
    <Text c="dimmed">{facts.filter(Boolean).join(' · ')}</Text>
  </div>
);
