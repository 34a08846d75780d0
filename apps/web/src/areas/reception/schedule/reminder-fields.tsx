import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { confirmationInWords, type TypedConsent } from './confirmation.ts';

type Typed = Pick<TypedConsent, 'reminder' | 'email'>;

interface ReminderFieldsProps {
  draft: TypedConsent;
  /** whether a patient without an address gets a text message */
  canText: boolean;
  error: string | undefined;
  change: (part: Partial<Typed>) => void;
  onBlur?: () => void;
  /** nothing is sent if nothing is changed */
  isUnchanged?: boolean;
}

/** The patient's consent to a confirmation and a reminder, the address to which they go, and what happens at the booking. */
export const ReminderFields = ({
  draft,
  canText,
  error,
  change,
  onBlur,
  isUnchanged = false,
}: ReminderFieldsProps) => (
  <Stack gap="xs">
    <Checkbox
      label="Подтвердить пациенту запись и напомнить о визите"
      description={`Пациент согласен получить ${canText ? 'письмо или СМС' : 'письмо'} со ссылкой, по которой можно перенести или отменить визит`}
      checked={draft.reminder}
      onChange={({ currentTarget }) => change({ reminder: currentTarget.checked })}
    />
    {draft.reminder && (
      <TextInput
        label="E-mail пациента"
        description={canText ? 'Без адреса сообщения придут по СМС на указанный телефон' : undefined}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={MOST_CHARACTERS.email}
        value={draft.email}
        error={error}
        onBlur={onBlur}
        onChange={({ currentTarget }) => change({ email: currentTarget.value })}
      />
    )}
    <Text size="sm" c="dimmed" role="status" style={{ overflowWrap: 'anywhere' }}>
      {!isUnchanged && confirmationInWords(draft, canText)}
    </Text>
  </Stack>
);
