import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Checkbox, Group, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { AccountEmailField } from '../accounts/account-email-field.tsx';
import { checkEmail } from '../accounts/checks.ts';
import { FLAGS } from './flags.ts';
import type { Flag } from './queries.ts';

export interface DoctorValues {
  name: string;
  email: string;
  featureFlags: Flag[];
}

export const emptyDoctor: DoctorValues = { name: '', email: '', featureFlags: [] };

export const doctorChecks = {
  name: (name: string) => (name.trim() === '' ? 'Введите ФИО врача или название клиники' : null),
  email: (email: string) => checkEmail(email) ?? null,
};

interface DoctorFieldsProps {
  form: UseFormReturnType<DoctorValues>;
  /** for existing accounts, whose address cannot change */
  emailReadOnly?: boolean;
}

export function DoctorFields({ form, emailReadOnly }: DoctorFieldsProps) {
  return (
    <>
      <TextInput
        label="Врач или клиника"
        placeholder="Например, Стоматология на Ленина"
        autoComplete="off"
        data-autofocus
        maxLength={MOST_CHARACTERS.name}
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <AccountEmailField key={form.key('email')} readOnly={emailReadOnly} {...form.getInputProps('email')} />
      <Checkbox.Group
        label="Возможности клиента"
        description="Без онлайн-просмотра клиент может только скачивать исследования, без онлайн-записи не увидит расписание"
        key={form.key('featureFlags')}
        {...form.getInputProps('featureFlags')}
      >
        <Group mt={8} gap="lg">
          {FLAGS.map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Group>
      </Checkbox.Group>
    </>
  );
}
