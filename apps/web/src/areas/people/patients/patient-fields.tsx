import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Group, Radio, SimpleGrid, TextInput } from '@mantine/core';
import {
  type FactDeclaration,
  PATIENT_FACT_NAMES,
  PATIENT_FACTS,
  type PatientFact,
} from '@snimok/contract/people/patient-facts';
import { typedPhone } from '../../../shared/contacts/phone.ts';
import { readPastDay, typedDay } from '../../../shared/dates/past-day.ts';
import { BirthdayInput } from './birthday-input.tsx';
import type { AssistantPatient, PatientFacts } from './queries.ts';

/** The values of the form's fields: a birth date is ДД.ММ.ГГГГ, possibly incomplete. */
export type PatientValues = Record<Exclude<PatientFact, 'sex'>, string> & { sex: '' | 'male' | 'female' };

export type PatientErrors = { [Fact in PatientFact]?: string | null };

const ofEachFact = <Values,>(valueOf: (fact: PatientFact) => string | null) =>
  Object.fromEntries(PATIENT_FACT_NAMES.map((fact) => [fact, valueOf(fact)])) as Values;

const editorOf = (fact: PatientFact): Editor => EDITORS[PATIENT_FACTS[fact].editor];

export const emptyPatient = ofEachFact<PatientValues>(() => '');

type StoredFacts = Pick<AssistantPatient, PatientFact>;

export const valuesOf = (stored: StoredFacts): PatientValues =>
  ofEachFact((fact) => editorOf(fact).typed(stored[fact] ?? ''));

const SENTENCES: PatientErrors = {
  name: 'Введите ФИО пациента',
  sex: 'Выберите пол',
  birthday: 'Введите дату рождения',
};

/** One error or null per field; `sentences` has the texts for empty fields that must be filled in. */
export const checkPatient = (values: PatientValues, sentences = SENTENCES): PatientErrors =>
  ofEachFact((fact) => {
    const text = values[fact];
    return text.trim() === '' ? (sentences[fact] ?? null) : editorOf(fact).check(text);
  });

function checkPhone(phone: string): string | null {
  const digits = phone.replace(/\D/g, '').length;
  const isPhone = /^\+?[\d\s().-]+$/.test(phone.trim()) && digits >= 5 && digits <= 15;
  return isPhone ? null : 'Проверьте телефон: в нём от 5 до 15 цифр';
}

/** The facts in the form of the API; null for one that is empty. Throws if `checkPatient` would report an error. */
export const factsOf = (values: PatientValues): PatientFacts => {
  if (Object.values(checkPatient(values)).some(Boolean))
    throw new Error('the patient form has errors: call checkPatient first');
  return readFacts(values);
};

/** `factsOf` for a form in which the birth date may be empty. */
export const readFacts = <Facts = Omit<PatientFacts, 'birthday'> & { birthday: string | null },>(
  values: PatientValues,
): Facts => ofEachFact((fact) => editorOf(fact).read(values[fact]));

interface PatientFieldsProps {
  values: PatientValues;
  errors: PatientErrors;
  onChange: (change: Partial<PatientValues>) => void;
  /** the facts that can be entered */
  facts?: readonly PatientFact[];
  disabled?: boolean;
  autoFocus?: boolean;
}

export function PatientFields(props: PatientFieldsProps) {
  const { values, errors, onChange, facts = PATIENT_FACT_NAMES, disabled, autoFocus } = props;
  const fieldOf = (fact: PatientFact) => {
    const { Field } = editorOf(fact);
    return (
      <Field
        key={fact}
        label={PATIENT_FACTS[fact].label}
        value={values[fact]}
        error={errors[fact]}
        disabled={disabled}
        data-autofocus={(fact === 'name' && autoFocus) || undefined}
        onChange={(value) => onChange({ [fact]: value })}
      />
    );
  };
  return (
    <>
      {facts.filter(isWide).map(fieldOf)}
      <SimpleGrid type="container" cols={{ base: 1, '400px': 2 }} spacing="md">
        {facts.filter((fact) => !isWide(fact)).map(fieldOf)}
      </SimpleGrid>
    </>
  );
}

const isWide = (fact: PatientFact) => fact === 'name' || fact === 'sex';

interface FieldProps {
  label: string;
  value: string;
  error: string | null | undefined;
  disabled: boolean | undefined;
  'data-autofocus': true | undefined;
  onChange: (value: string) => void;
}

const TextField = ({ onChange, ...props }: FieldProps & { placeholder?: string; type?: string }) => (
  <TextInput
    autoComplete="off"
    maxLength={MOST_CHARACTERS.name}
    {...props}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

const SexField = ({ disabled, error, 'data-autofocus': _, ...props }: FieldProps) => (
  <Radio.Group error={error} {...props}>
    <Group gap="lg" mt={4} mb={error ? 6 : 0}>
      <Radio value="female" label="Женский" disabled={disabled} />
      <Radio value="male" label="Мужской" disabled={disabled} />
    </Group>
  </Radio.Group>
);

interface Editor {
  /** what the field shows of a stored value */
  typed: (stored: string) => string;
  /** the error of a text that is not empty */
  check: (text: string) => string | null;
  /** in the form of the API */
  read: (text: string) => string | null;
  Field: (props: FieldProps) => React.ReactNode;
}

const TEXT: Editor = {
  typed: (stored) => stored,
  check: () => null,
  read: (text) => text.trim() || null,
  Field: TextField,
};

const EDITORS: Record<FactDeclaration['editor'], Editor> = {
  text: TEXT,
  name: { ...TEXT, Field: (props) => <TextField placeholder="Иванов Иван Иванович" {...props} /> },
  sex: { ...TEXT, Field: SexField },
  day: {
    typed: typedDay,
    check: (text) => {
      const read = readPastDay(text);
      return 'error' in read ? read.error : null;
    },
    read: (text) => {
      const read = readPastDay(text);
      return 'day' in read ? read.day : null;
    },
    Field: BirthdayInput,
  },
  phone: {
    ...TEXT,
    typed: typedPhone,
    check: checkPhone,
    // in a field that cannot be filled, the example looks like a number
    Field: (props) => <TextField placeholder={props.disabled ? '' : '+79991234567'} type="tel" {...props} />,
  },
};
