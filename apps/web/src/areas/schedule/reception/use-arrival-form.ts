import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigateIfShown } from '../../../shared/use-navigate-if-shown.ts';
import { dropdownDoctorsQuery } from '../../doctors/queries.ts';
import { readBirthday, typedDay } from '../../patients/birthday.ts';
import { dropdownPatientsQuery } from '../../patients/queries.ts';
import type { Kind } from '../../studies/labels.ts';
import { studyPath } from '../../studies/study-path.ts';
import { type BookingCard, useMarkArrived } from '../queries.ts';
import { guessSex } from './guess-sex.ts';

/**
 * The state of the arrival form. An existing card with the name of the booking is preselected; `card` is null
 * for a new one.
 */
export function useArrivalForm(booking: BookingCard) {
  const { data: doctors } = useSuspenseQuery(dropdownDoctorsQuery);
  const arrival = useMarkArrived(booking.bookingID);
  const navigate = useNavigateIfShown();
  const [chosenDoctor, setDoctorID] = useState<number | null>(null);
  const doctorID = booking.doctorID ?? chosenDoctor;
  const { data: patients } = useQuery({
    ...dropdownPatientsQuery(doctorID ?? 0),
    enabled: doctorID !== null,
  });
  const [chosenCard, setCard] = useState<number | null>();
  const namesake = patients?.find(({ name }) => isSameName(name, booking.patientName));
  // the client may have chosen a card for the booking
  const booked = patients?.find(({ patientID }) => patientID === booking.patientID);
  const suggested = booked ?? namesake;
  const card = chosenCard === undefined ? (suggested?.patientID ?? null) : chosenCard;
  const [sex, setSex] = useState<string>(guessSex(booking.patientName));
  const [birthday, setBirthday] = useState(typedDay(booking.patientBirthday ?? null));
  const [type, setType] = useState<Kind>('cbct');
  const [wasSubmitted, setWasSubmitted] = useState(false);

  const parsed = birthday.trim() === '' ? { day: null } : readBirthday(birthday);
  const errors = {
    doctor: doctorID === null ? 'Выберите клиента' : null,
    sex: card === null && sex === '' ? 'Выберите пол' : null,
    birthday: card === null && 'error' in parsed ? parsed.error : null,
  };

  const submit = async () => {
    setWasSubmitted(true);
    if (Object.values(errors).some(Boolean) || doctorID === null) return;
    const created = await arrival.mutateAsync({
      doctorID,
      studyType: type,
      ...(card === null
        ? { sex: sex as 'male' | 'female', birthday: 'day' in parsed ? parsed.day : null }
        : { patientID: card }),
    });
    navigate(studyPath(created));
  };

  return {
    values: { doctorID, card, sex, birthday, type },
    errors: wasSubmitted ? errors : null,
    doctors,
    patients,
    arrival,
    submit,
    setDoctorID,
    setCard,
    setSex,
    setBirthday,
    setType,
  };
}

const isSameName = (one: string, other: string) => normalized(one) === normalized(other);
const normalized = (name: string) =>
  name.toLocaleLowerCase('ru').replaceAll('ё', 'е').split(/\s+/).filter(Boolean).join(' ');
