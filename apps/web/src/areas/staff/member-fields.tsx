import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { RIGHT_LABELS, STAFF_RIGHTS, type StaffRight } from '@snimok/contract/staff';
import { checkEmail } from '../account/checks.ts';

export interface MemberValues {
  name: string;
  email: string;
  rights: StaffRight[];
}

const NAME_MAX_LENGTH = 200;

const HINTS: Record<StaffRight, string> = {
  studies: 'карточки, загрузка, просмотр, скачивание, ссылки, обзор и корзина',
  clients: 'учётные записи врачей и клиник, пароли клиентов',
  booking: 'расписание, центры и часы; отметить приход можно вместе с правом на исследования',
  messenger: 'переписка с клиентами',
  banner: 'объявление в кабинете клиентов',
  reports: 'отчёты по исследованиям в PDF',
  programs: 'вход программ у аппаратов и его отзыв',
  history: 'кто смотрел и менял карточку пациента',
  export: 'списки в Excel и CSV',
  admin: 'сотрудники и их права',
};

export const memberChecks = {
  name: (name: string) => (name.trim() === '' ? 'Введите ФИО сотрудника' : null),
  email: (email: string) => checkEmail(email) ?? null,
};

interface MemberFieldsProps {
  form: UseFormReturnType<MemberValues>;
  /** for existing accounts, whose address cannot change */
  emailReadOnly?: boolean;
}

export const MemberFields = ({ form, emailReadOnly }: MemberFieldsProps) => (
  <>
    <TextInput
      label="ФИО"
      autoComplete="off"
      data-autofocus
      maxLength={NAME_MAX_LENGTH}
      {...form.getInputProps('name')}
    />
    <TextInput
      label="E-mail"
      type="email"
      autoComplete="off"
      readOnly={emailReadOnly}
      variant={emailReadOnly ? 'filled' : undefined}
      description={emailReadOnly && 'Адрес учётной записи изменить нельзя'}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...form.getInputProps('email')}
    />
    <Checkbox.Group label="Права" {...form.getInputProps('rights')}>
      <Stack gap="xs" mt={4}>
        <Group gap="xs" ml={-8}>
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => form.setFieldValue('rights', [...STAFF_RIGHTS])}
          >
            Выбрать все
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={() => form.setFieldValue('rights', [])}>
            Снять все
          </Button>
        </Group>
        {STAFF_RIGHTS.map((right) => (
          <Checkbox key={right} value={right} label={RIGHT_LABELS[right]} description={HINTS[right]} />
        ))}
      </Stack>
    </Checkbox.Group>
    {form.values.rights.length === 0 && (
      <Text size="sm" c="dimmed">
        Без прав сотруднику открыт только его профиль.
      </Text>
    )}
  </>
);
