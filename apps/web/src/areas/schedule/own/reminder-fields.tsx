import { Checkbox, TextInput } from '@mantine/core';
import type { PatientDraft } from './patient-draft.ts';

interface ReminderFieldsProps {
  draft: Pick<PatientDraft, 'reminder' | 'email'>;
  /** whether a patient without an address gets a text message */
  canText: boolean;
  error: string | undefined;
  change: (part: Partial<PatientDraft>) => void;
}

/** The patient's consent to a reminder, and the address to which it is sent. */
export const ReminderFields = ({
  draft: { reminder, email },
  canText,
  error,
  change,
}: ReminderFieldsProps) => (
  <>
    <Checkbox
      label="Напомнить пациенту о визите"
      description={`Пациент согласен получить ${canText ? 'письмо или СМС' : 'письмо'} со ссылкой, по которой можно перенести или отменить визит`}
      checked={reminder}
      onChange={({ currentTarget }) => change({ reminder: currentTarget.checked })}
    />
    {reminder && (
      <TextInput
        label="E-mail пациента"
        description={canText ? 'Без адреса напоминание придёт по СМС на указанный телефон' : undefined}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        value={email}
        error={error}
        onChange={({ currentTarget }) => change({ email: currentTarget.value })}
      />
    )}
  </>
);
