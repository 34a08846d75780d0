import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Radio, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../../shared/dialogs/dialog-form.tsx';

const REASONS = [
  'Опечатка на аппарате, пациент проверен по документу',
  'У пациента сменилась фамилия',
  'На аппарате снимали без данных пациента',
];
const OTHER = 'Другая причина';

/** Why files that name another patient belong to the patient of the card. */
export function usePatientReason() {
  const [choice, setChoice] = useState('');
  const [text, setText] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const isOther = choice === OTHER;
  const reason = isOther ? text.trim() : choice;
  const error = isMissing && 'Укажите, почему вы уверены, что это тот же пациент';
  return {
    reason,
    /** Whether there is a reason; otherwise the field says that it is missing. */
    check: () => {
      setIsMissing(reason === '');
      return reason !== '';
    },
    field: (
      <>
        <Radio.Group
          label="Почему это тот же пациент"
          description="Причина останется на карточке исследования"
          value={choice}
          onChange={(value) => {
            setChoice(value);
            setIsMissing(false);
          }}
          error={!isOther && error}
        >
          <Stack gap="xs" my="xs">
            {[...REASONS, OTHER].map((value, at) => (
              <Radio key={value} value={value} label={value} data-autofocus={at === 0 || undefined} />
            ))}
          </Stack>
        </Radio.Group>
        {isOther && (
          <TextInput
            aria-label={OTHER}
            maxLength={MOST_CHARACTERS.line}
            value={text}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              setIsMissing(false);
            }}
            error={error}
          />
        )}
      </>
    ),
  };
}

interface PatientReasonDialogProps {
  title: string;
  submitLabel: string;
  opened: boolean;
  onClose: () => void;
  /** above the question */
  children?: ReactNode;
  send: (reason: string) => Promise<unknown>;
}

export const PatientReasonDialog = ({ title, opened, ...form }: PatientReasonDialogProps) => (
  <Dialog title={title} opened={opened} onClose={form.onClose}>
    {opened && <ReasonForm {...form} />}
  </Dialog>
);

function ReasonForm({
  submitLabel,
  onClose,
  children,
  send,
}: Omit<PatientReasonDialogProps, 'title' | 'opened'>) {
  const { reason, check, field } = usePatientReason();
  const sending = useMutation({ mutationFn: () => send(reason) });
  return (
    <DialogForm
      sending={sending}
      submitLabel={submitLabel}
      onSubmit={() => (check() ? sending.mutateAsync() : undefined)}
      onClose={onClose}
    >
      {children}
      {field}
    </DialogForm>
  );
}
