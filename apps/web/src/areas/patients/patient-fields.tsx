import { Group, Radio, SimpleGrid, TextInput } from '@mantine/core';
import { typedPhone } from '../../shared/phone.ts';
import { readBirthday, typedDay } from './birthday.ts';
import { BirthdayInput } from './birthday-input.tsx';
import type { AssistantPatient, PatientFacts } from './queries.ts';

/** The values of the form's fields. */
export interface PatientValues {
  name: string;
  sex: '' | 'male' | 'female';
  /** ДД.ММ.ГГГГ, possibly incomplete */
  birthday: string;
  phone: string;
}

export type PatientErrors = { [Field in keyof PatientValues]?: string | null };

export const emptyPatient: PatientValues = { name: '', sex: '', birthday: '', phone: '' };

type StoredFacts = Pick<AssistantPatient, keyof PatientValues>;

export const valuesOf = ({ name, sex, birthday, phone }: StoredFacts): PatientValues => ({
  name,
  sex,
  birthday: typedDay(birthday),
  phone: typedPhone(phone),
});

interface Sentences {
  name: string;
  sex: string;
  birthday: string;
}

const SENTENCES: Sentences = {
  name: 'Введите ФИО пациента',
  sex: 'Выберите пол',
  birthday: 'Введите дату рождения',
};

/** One error or null per field; `sentences` replaces the texts for empty fields. */
export function checkPatient(values: PatientValues, sentences: Sentences = SENTENCES): PatientErrors {
  const { name, sex, birthday, phone } = values;
  const read = readBirthday(birthday);
  const day = 'error' in read ? read.error : null;
  return {
    name: name.trim() === '' ? sentences.name : null,
    sex: sex === '' ? sentences.sex : null,
    birthday: birthday.trim() === '' ? sentences.birthday : day,
    phone: checkPhone(phone),
  };
}

function checkPhone(phone: string): string | null {
  const digits = phone.replace(/\D/g, '').length;
  if (phone.trim() === '') return null;
  const isPhone = /^\+?[\d\s().-]+$/.test(phone.trim()) && digits >= 5 && digits <= 15;
  return isPhone ? null : 'Проверьте телефон: в нём от 5 до 15 цифр';
}

/** The facts in the form of the API. Throws if `checkPatient` would report an error. */
export function factsOf({ name, sex, birthday, phone }: PatientValues): PatientFacts {
  const read = readBirthday(birthday);
  if (sex === '' || 'error' in read) throw new Error('the patient form has errors: call checkPatient first');
  return { name: name.trim(), sex, birthday: read.day, phone: phone.trim() || null };
}

interface PatientFieldsProps {
  values: PatientValues;
  errors: PatientErrors;
  onChange: (change: Partial<PatientValues>) => void;
  disabled?: boolean;
  autoFocus?: boolean;
}

export function PatientFields({ values, errors, onChange, disabled, autoFocus }: PatientFieldsProps) {
  const { name, sex, birthday, phone } = values;
  return (
    <>
      <TextInput
        label="ФИО"
        placeholder="Иванов Иван Иванович"
        autoComplete="off"
        maxLength={200}
        disabled={disabled}
        data-autofocus={autoFocus || undefined}
        value={name}
        error={errors.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <Radio.Group
        label="Пол"
        value={sex}
        error={errors.sex}
        onChange={(value) => onChange({ sex: value as PatientValues['sex'] })}
      >
        <Group gap="lg" mt={4} mb={errors.sex ? 6 : 0}>
          <Radio value="female" label="Женский" disabled={disabled} />
          <Radio value="male" label="Мужской" disabled={disabled} />
        </Group>
      </Radio.Group>
      <SimpleGrid type="container" cols={{ base: 1, '400px': 2 }} spacing="md">
        <BirthdayInput
          disabled={disabled}
          value={birthday}
          error={errors.birthday}
          onChange={(text) => onChange({ birthday: text })}
        />
        <TextInput
          label="Телефон"
          placeholder="+79991234567"
          type="tel"
          autoComplete="off"
          disabled={disabled}
          value={phone}
          error={errors.phone}
          onChange={({ currentTarget }) => onChange({ phone: currentTarget.value })}
        />
      </SimpleGrid>
    </>
  );
}
