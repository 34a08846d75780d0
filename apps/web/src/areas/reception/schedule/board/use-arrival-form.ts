import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigateIfShown } from '../../../../shared/navigation/use-navigate-if-shown.ts';
import { typedDay } from '../../../../shared/dates/past-day.ts';
import { dropdownPatientsQuery } from '../../../people/patients/queries.ts';
import type { Kind } from '../../../studies/studies/labels.ts';
import { studyPath } from '../../../studies/studies/study-path.ts';
import { type Card, NEW_CARD, OTHER_CARD } from '../../referrals/similar-cards.tsx';
import { checkBirthday, dayOfBirthday } from '../booking-checks.ts';
import { type BookingCard, cardsOfBookingQuery, useMarkArrived } from '../queries.ts';
import { guessSex } from '@snimok/imaging/names/guess-sex';

/** Until something else is chosen: the card of the booking, else the only similar one if its name is the same. */
function suggestedCard(booking: BookingCard, similar: Card[]): string {
  const isBooked = ({ patientID }: Card) => patientID === booking.patientID;
  if (booking.patientID !== null) return similar.some(isBooked) ? String(booking.patientID) : OTHER_CARD;
  if (similar.length === 0) return NEW_CARD;
  const [only] = similar;
  return similar.length === 1 && only && isSameName(only.name, booking.patientName)
    ? String(only.patientID)
    : '';
}

/** The id of the chosen card; null for a new one, undefined until one is chosen. */
const cardOf = (choice: string, other: number | null): number | null | undefined => {
  if (choice === NEW_CARD) return null;
  return choice === OTHER_CARD || choice === '' ? (other ?? undefined) : Number(choice);
};

/** The state of the arrival form. */
export function useArrivalForm(booking: BookingCard) {
  const arrival = useMarkArrived(booking.bookingID);
  const navigate = useNavigateIfShown();
  const [chosenDoctor, setDoctorID] = useState<number | null>(null);
  const doctorID = booking.doctorID ?? chosenDoctor;
  const { data: patients } = useQuery({
    ...dropdownPatientsQuery(doctorID ?? 0),
    enabled: doctorID !== null,
  });
  const { data: similar = [] } = useQuery({
    ...cardsOfBookingQuery(booking.bookingID, booking.doctorID === null ? chosenDoctor : null),
    enabled: doctorID !== null,
  });
  const [chosen, setChoice] = useState<string>();
  const [other, setOther] = useState(booking.patientID);
  const choice = chosen ?? suggestedCard(booking, similar);
  const card = cardOf(choice, other);
  const [sex, setSex] = useState<string>(guessSex(booking.patientName));
  const [birthday, setBirthday] = useState(typedDay(booking.patientBirthday ?? null));
  const [type, setType] = useState<Kind>(booking.studyType ?? 'cbct');
  const [wasSubmitted, setWasSubmitted] = useState(false);

  const errors = {
    doctor: doctorID === null ? 'Выберите клиента' : null,
    sex: card === null && sex === '' ? 'Выберите пол' : null,
    birthday: card === null ? checkBirthday(birthday) : null,
    card: card === undefined ? 'Выберите карточку' : null,
  };

  const submit = async () => {
    setWasSubmitted(true);
    if (Object.values(errors).some(Boolean) || doctorID === null || card === undefined) return;
    const created = await arrival.mutateAsync({
      doctorID,
      studyType: type,
      ...(card === null
        ? {
            sex: sex as 'male' | 'female',
            birthday: dayOfBirthday(birthday),
            // the assistant has seen the similar cards, and they belong to other people
            createPatient: chosen === NEW_CARD && similar.length > 0,
          }
        : { patientID: card }),
    });
    navigate(studyPath(created));
  };

  return {
    values: { doctorID, card, choice, other, sex, birthday, type },
    errors: wasSubmitted ? errors : null,
    patients,
    similar,
    arrival,
    submit,
    setDoctorID: (id: number | null) => {
      setDoctorID(id);
      // the similar cards now belong to another client
      setChoice(undefined);
      setOther(null);
    },
    setChoice,
    setOther,
    setSex,
    setBirthday,
    setType,
  };
}

const isSameName = (one: string, other: string) => normalized(one) === normalized(other);
const normalized = (name: string) =>
  name.toLocaleLowerCase('ru').replaceAll('ё', 'е').split(/\s+/).filter(Boolean).join(' ');
