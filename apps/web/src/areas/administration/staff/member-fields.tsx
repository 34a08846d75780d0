import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Button, Checkbox, Chip, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { RIGHT_LABELS, STAFF_RIGHTS, type StaffRight } from '@snimok/contract/people/staff';
import { openedBy } from '@snimok/contract/people/staff-abilities';
import { AccountEmailField } from '../../people/accounts/account-email-field.tsx';
import { checkEmail } from '../../people/accounts/checks.ts';
import { presetOf, ROLE_PRESETS } from './role-presets.ts';

export interface MemberValues {
  name: string;
  email: string;
  post: string;
  rights: StaffRight[];
}

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
      maxLength={MOST_CHARACTERS.name}
      {...form.getInputProps('name')}
    />
    <AccountEmailField readOnly={emailReadOnly} {...form.getInputProps('email')} />
    <TextInput
      label="Должность"
      autoComplete="off"
      maxLength={MOST_CHARACTERS.line}
      description="Печатается в заключениях рядом с именем автора"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...form.getInputProps('post')}
    />
    <PresetChips form={form} />
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
          <Checkbox
            key={right}
            value={right}
            label={RIGHT_LABELS[right]}
            description={<Opened right={right} />}
          />
        ))}
      </Stack>
    </Checkbox.Group>
    {form.values.rights.length === 0 && (
      <Text size="sm" c="dimmed">
        Без прав открыт только собственный профиль.
      </Text>
    )}
  </>
);

function PresetChips({ form }: { form: UseFormReturnType<MemberValues> }) {
  const choose = (chosen: string) => {
    const preset = ROLE_PRESETS.find(({ label }) => label === chosen);
    if (preset) form.setFieldValue('rights', [...preset.rights]);
  };
  return (
    <Input.Wrapper
      label="Обычные права"
      labelElement="div"
      description="Отмечает права, нужные на этом месте. Ниже их можно изменить."
    >
      <Chip.Group value={presetOf(form.values.rights) ?? ''} onChange={choose}>
        <Group gap="xs" mt={6} role="radiogroup" aria-label="Обычные права">
          {ROLE_PRESETS.map(({ label }) => (
            <Chip key={label} value={label}>
              {label}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}

/** What a right opens, one line for each other right that it needs. */
function Opened({ right }: { right: StaffRight }) {
  const { alone, together } = openedBy(right);
  return (
    <>
      {alone.length > 0 && (
        <Text span inherit display="block">
          Открывает: {alone.join('; ')}.
        </Text>
      )}
      {together.map(({ other, labels }) => (
        <Text key={other} span inherit display="block">
          Вместе с правом «{RIGHT_LABELS[other]}»: {labels.join('; ')}.
        </Text>
      ))}
    </>
  );
}
