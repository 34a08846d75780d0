import { Text } from '@mantine/core';
import { type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { checkConsent } from './confirmation.ts';
import { errorsOf } from './patient-draft.ts';
import { ReminderFields } from './reminder-fields.tsx';

export interface ReminderConsent {
  agreed: boolean;
  patientEmail: string | null;
}

interface ReminderFormProps {
  patientName: string;
  patientPhone: string;
  consent: { agreed: boolean; email: string | null };
  /** whether patients without an address get a text message */
  canText: boolean;
  saving: UseMutationResult<unknown, Error, ReminderConsent>;
  onClose: () => void;
}

/** Gives or withdraws the patient's consent to messages about one booking. */
export function ReminderForm({
  patientName,
  patientPhone,
  consent,
  canText,
  saving,
  onClose,
}: ReminderFormProps) {
  const before = { reminder: consent.agreed, email: consent.email ?? '', phone: patientPhone };
  const [draft, setDraft] = useState(before);
  const [error, setError] = useState<string>();
  const change = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part });
    setError(undefined);
  };
  const submit = async () => {
    const found = checkConsent(draft, canText);
    setError(found);
    if (found) return;
    const { reminder: agreed, email } = draft;
    try {
      await saving.mutateAsync({ agreed, patientEmail: agreed ? email.trim() || null : null });
    } catch (reason) {
      setError(errorsOf(reason)?.email);
    }
  };
  const sending = { ...saving, error: errorsOf(saving.error)?.email ? null : saving.error };
  return (
    <DialogForm sending={sending} submitLabel="Сохранить" onSubmit={submit} onClose={onClose}>
      <Text>{patientName || 'Пациент'}: согласие на сообщения об этой записи.</Text>
      <ReminderFields
        draft={draft}
        canText={canText}
        error={error}
        change={change}
        isUnchanged={draft.reminder === before.reminder && draft.email.trim() === before.email}
      />
      {consent.agreed && !draft.reminder && (
        <Text size="sm" c="dimmed">
          Сообщения больше не придут, и адрес пациента будет удалён из записи.
        </Text>
      )}
    </DialogForm>
  );
}

/** Where the messages to the patient go, in words. */
export const reminderInWords = ({ agreed, email }: ReminderFormProps['consent']): string => {
  if (!agreed) return 'Сообщения пациенту не отправляются';
  return email ? `Сообщения пациенту на ${email}` : 'Сообщения пациенту по СМС';
};
