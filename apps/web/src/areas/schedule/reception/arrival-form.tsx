import { Group, Radio, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { DialogForm } from '../../../shared/ui/dialog-form.tsx';
import { useSingleFlight } from '../../../shared/use-single-flight.ts';
import { dropdownDoctorsQuery } from '../../doctors/queries.ts';
import { BirthdayInput } from '../../patients/birthday-input.tsx';
import { readBirthday } from '../../patients/birthday.ts';
import { patientPath } from '../../patients/patients-list.tsx';
import { dropdownPatientsQuery } from '../../patients/queries.ts';
import { NameSelect } from '../../studies/create/name-select.tsx';
import { anchorOf } from '../../studies/study-card.tsx';
import { type Kind, TYPE_LABELS } from '../../studies/labels.ts';
import { type BookingCard, useMarkArrived } from '../queries.ts';
import { guessSex } from './guess-sex.ts';

/** What is known from the booking is filled in; the card and the study are then one click. */
export function ArrivalForm({ booking, onClose }: { booking: BookingCard; onClose: () => void }) {
  const { data: doctors } = useSuspenseQuery(dropdownDoctorsQuery);
  const coming = useMarkArrived(booking.bookingID);
  const runSingle = useSingleFlight();
  const navigate = useNavigate();
  const [chosenDoctor, setDoctorID] = useState<number | null>(null);
  const doctorID = booking.doctorID ?? chosenDoctor;
  const { data: patients } = useQuery({
    ...dropdownPatientsQuery(doctorID ?? 0),
    enabled: doctorID !== null,
  });
  const [chosenCard, setCard] = useState<number | null>();
  const namesake = patients?.find(({ name }) => sameName(name, booking.patientName));
  const card = chosenCard === undefined ? (namesake?.patientID ?? null) : chosenCard;
  const [sex, setSex] = useState<string>(guessSex(booking.patientName));
  const [birthday, setBirthday] = useState('');
  const [type, setType] = useState<Kind>('cbct');
  const [judged, setJudged] = useState(false);

  const read = birthday.trim() === '' ? { day: null } : readBirthday(birthday);
  const errors = {
    doctor: doctorID === null ? 'Выберите клиента' : null,
    sex: card === null && sex === '' ? 'Выберите пол' : null,
    birthday: card === null && 'error' in read ? read.error : null,
  };
  const shown = judged ? errors : null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setJudged(true);
    if (Object.values(errors).some(Boolean) || doctorID === null) return;
    runSingle(async () => {
      const made = await coming.mutateAsync({
        doctorID,
        studyType: type,
        ...(card === null
          ? { sex: sex as 'male' | 'female', birthday: 'day' in read ? read.day : null }
          : { patientID: card }),
      });
      navigate(`${patientPath(made)}#${anchorOf(made.studyID)}`);
    });
  };

  return (
    <DialogForm
      sending={coming}
      submitLabel={card === null ? 'Создать карточку и исследование' : 'Создать исследование'}
      onSubmit={submit}
      onClose={onClose}
    >
      <div>
        <Text fw={600}>{booking.patientName}</Text>
        <Text c="dimmed">{booking.patientPhone}</Text>
      </div>
      {booking.doctorID === null ? (
        <NameSelect
          label="Клиент (врач или клиника)"
          placeholder="Начните вводить имя или название"
          options={doctors.map((one) => ({ id: one.doctorID, name: one.name }))}
          value={doctorID}
          error={shown?.doctor}
          onChange={setDoctorID}
        />
      ) : (
        <Text>Клиент: {booking.doctorName}</Text>
      )}
      <NameSelect
        label="Карточка пациента"
        placeholder="Новая карточка"
        clearLabel="Новая карточка"
        options={patients?.map((one) => ({ id: one.patientID, name: one.name }))}
        value={card}
        disabled={patients === undefined}
        onChange={setCard}
      />
      {card === null && (
        <>
          <Radio.Group label="Пол" value={sex} error={shown?.sex} onChange={setSex}>
            <Group gap="lg" mt={4} mb={shown?.sex ? 6 : 0}>
              <Radio value="female" label="Женский" />
              <Radio value="male" label="Мужской" />
            </Group>
          </Radio.Group>
          <BirthdayInput
            value={birthday}
            error={shown?.birthday}
            description="Можно заполнить позже"
            onChange={setBirthday}
          />
        </>
      )}
      <Radio.Group label="Тип исследования" value={type} onChange={(chosen) => setType(chosen as Kind)}>
        <Group gap="lg" mt={4}>
          {(['cbct', 'rg'] as const).map((kind) => (
            <Radio key={kind} value={kind} label={TYPE_LABELS[kind]} />
          ))}
        </Group>
      </Radio.Group>
    </DialogForm>
  );
}

const sameName = (one: string, other: string) => plain(one) === plain(other);
const plain = (name: string) =>
  name.toLocaleLowerCase('ru').replaceAll('ё', 'е').split(/\s+/).filter(Boolean).join(' ');
