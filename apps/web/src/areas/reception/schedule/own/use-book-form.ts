import { useSuspenseQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { newUUID } from '../../../../shared/calls/uuid.ts';
import { doctorSettingsQuery } from '../../../platform/access/settings.ts';
import { dayOfBirthday } from '../booking-checks.ts';
import { consentBody } from '../confirmation.ts';
import type { ChosenTime } from './chosen-time.ts';
import {
  checkPatient,
  emptyPatient,
  errorsOf,
  type FieldErrors,
  type PatientDraft,
} from '../patient-draft.ts';
import { useBookPatient } from './queries.ts';

/** The state of the form that books a free time. A refusal leaves everything that was entered. */
export function useBookForm(chosen: ChosenTime, onBooked: (bookingID: number) => void) {
  const booking = useBookPatient();
  const canText = useSuspenseQuery(doctorSettingsQuery).data.patientTextsEnabled ?? false;
  const [time, setTime] = useState(chosen);
  const [draft, setDraft] = useState<PatientDraft>({
    ...emptyPatient,
    examinationID: chosen.examinationID,
  });
  const [errors, setErrors] = useState<FieldErrors>({});
  // a request whose response was lost or replaced by a proxy is repeated with the same id, so that it books once; a refused
  // one has booked nothing, so its id can be used again
  const requestUUID = useRef(newUUID());

  const change = (part: Partial<PatientDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => field === 'time' || !(field in part))),
    );
  };
  const changeTime = (slot: { slotUUID: string; beginsAt: string }) => {
    setTime({ ...time, ...slot });
    setErrors({});
    booking.reset();
    requestUUID.current = newUUID();
  };

  const book = async () => {
    const { locationID, date, slotUUID } = time;
    try {
      const body = { ...bodyOf(draft), requestUUID: requestUUID.current };
      const { bookingID } = await booking.mutateAsync({ slot: { locationID, date, slotUUID }, body });
      onBooked(bookingID);
    } catch (reason) {
      setErrors(errorsOf(reason) ?? {});
    }
  };
  /** Shows the error of a field that has lost the focus. */
  const leave = (field: keyof FieldErrors) => {
    const sentence = checkPatient(draft, canText)[field];
    if (sentence) setErrors((before) => ({ ...before, [field]: sentence }));
  };
  const submit = () => {
    const found = checkPatient(draft, canText);
    setErrors(found);
    if (Object.keys(found).length === 0) return book();
  };
  const error = booking.error && !errorsOf(booking.error) ? booking.error : null;
  return { time, draft, errors, canText, change, changeTime, leave, submit, sending: { ...booking, error } };
}

const bodyOf = ({
  patientID,
  name,
  birthday,
  phone,
  comment,
  reminder,
  email,
  examinationID,
}: PatientDraft) => {
  return {
    patientID: patientID ?? null,
    patientName: name.trim(),
    patientPhone: phone.trim(),
    patientBirthday: dayOfBirthday(birthday),
    studyComment: comment,
    examinationID,
    ...consentBody({ reminder, email }),
  };
};
