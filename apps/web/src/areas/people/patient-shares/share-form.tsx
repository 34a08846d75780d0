import { Autocomplete, Button, Group, Text } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { areaSentences } from '../../../shared/calls/area-sentences.ts';
import { CallProblem } from '../../../shared/calls/call.ts';
import { sentences } from '../../../shared/calls/sentences.ts';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { checkEmail } from '../accounts/checks.ts';
import { friendsQuery, type Receiver, sharesQuery, useSharePatient } from './queries.ts';

interface ShareFormProps {
  patientID: number;
  onClose: () => void;
  /** called for an address without an account, to which a link is to be sent */
  onOutsider?: ((email: string) => void) | undefined;
}

/** A friend selected by name, or any typed e-mail. Doctors who already have access are not offered. */
export function ShareForm({ patientID, onClose, onOutsider }: ShareFormProps) {
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState<string>();
  /** the address of the last attempt */
  const [refused, setRefused] = useState<string>();
  const share = useSharePatient(patientID);
  const { data: friends = [] } = useQuery(friendsQuery);
  const { data: shares } = useQuery(sharesQuery(patientID));
  const offered = friends.filter(
    ({ doctorID }) => !shares?.doctors.some((sharer) => sharer.doctorID === doctorID),
  );

  // an empty dropdown is invisible, but would receive the Esc that should close the dialog
  const query = typed.trim().toLowerCase();
  const closed = !offered.some(({ name }) => name.toLowerCase().includes(query));

  const submit = () => {
    const receiver = receiverOf(typed, offered);
    if (!receiver) return setMissing(areaSentences.colleagues.whom);
    setRefused('shareDoctorEmail' in receiver && checkEmail(typed) === undefined ? typed : undefined);
    return share.mutateAsync(receiver);
  };

  return (
    <DialogForm
      sending={share}
      submitLabel="Поделиться"
      specified={sentences.common.later}
      success={areaSentences.colleagues.shared}
      onSubmit={submit}
      onClose={onClose}
    >
      <Autocomplete
        label="Врач"
        description="Выберите коллегу или введите e-mail врача"
        placeholder="name@example.ru"
        data={[...new Set(offered.map(({ name }) => name))]}
        limit={20}
        {...(closed && { dropdownOpened: false })}
        value={typed}
        onChange={(value) => {
          setTyped(value);
          setMissing(undefined);
        }}
        error={missing}
        data-autofocus
        autoComplete="off"
        inputMode="email"
      />
      {onOutsider && hasNoAccount(share.error) && refused === typed && (
        <Group gap="xs" justify="space-between">
          <Text size="sm" flex="1 1 240px">
            У коллеги нет кабинета? Отправьте ссылку на одно исследование: она откроется без регистрации.
          </Text>
          <Button
            variant="light"
            leftSection={<IconLink size={18} stroke={1.6} />}
            onClick={() => onOutsider(typed.trim())}
          >
            Отправить ссылку
          </Button>
        </Group>
      )}
    </DialogForm>
  );
}

/** The server refuses a well-formed address with 400 only if no doctor of the portal has it. */
const hasNoAccount = (reason: unknown): boolean => reason instanceof CallProblem && reason.status === 400;

function receiverOf(typed: string, offered: { doctorID: number; name: string }[]): Receiver | null {
  const text = typed.trim();
  const friend = offered.find(({ name }) => name === text);
  if (friend) return { shareDoctorID: friend.doctorID };
  return text.includes('@') ? { shareDoctorEmail: text } : null;
}
