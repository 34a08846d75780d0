import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { areaSentences } from '../../shared/area-sentences.ts';
import { sentences } from '../../shared/sentences.ts';
import { DialogForm } from '../../shared/ui/dialog-form.tsx';
import { friendsQuery, type Receiver, sharesQuery, useSharePatient } from './queries.ts';

/** A friend selected by name, or any typed e-mail. Doctors who already have access are not offered. */
export function ShareForm({ patientID, onClose }: { patientID: number; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState<string>();
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
    </DialogForm>
  );
}

function receiverOf(typed: string, offered: { doctorID: number; name: string }[]): Receiver | null {
  const text = typed.trim();
  const friend = offered.find(({ name }) => name === text);
  if (friend) return { shareDoctorID: friend.doctorID };
  return text.includes('@') ? { shareDoctorEmail: text } : null;
}
