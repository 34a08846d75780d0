import { type Contraindication, MAX_RECIPIENTS, type Urgency } from '@snimok/contract/reception/referrals';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { CallProblem } from '../../../shared/calls/call.ts';
import { explain } from '../../../shared/calls/explain.ts';
import { focusFirstError } from '../../../shared/dialogs/focus-first-error.ts';
import { useSavedDraft } from '../../../shared/storage/use-saved-draft.ts';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { newUUID } from '../../../shared/calls/uuid.ts';
import { useForgetWhile, useWaitingMutation } from '../../../shared/waiting/user-queue.ts';
import { friendsQuery } from '../../people/patient-shares/queries.ts';
import { ownPatientQuery } from '../../people/patients/doctor-queries.ts';
import {
  checkPatient,
  emptyPatient,
  factsOf,
  type PatientErrors,
  type PatientValues,
} from '../../people/patients/patient-fields.tsx';
import { newReferral } from './waiting-referral.ts';
import { readRecipients } from './read-recipients.ts';
import type { z } from 'zod';

/** What the URL of the form names. */
export interface Preselected {
  patientID: number | null;
  bookingID: number | null;
  /** `new`: the patient of a booking without a card */
  kind?: 'new';
  patient?: PatientValues;
}

const emptyDraft = {
  /** made with the first attempt to send: a repeated one sends no second referral */
  referralUUID: '',
  kind: 'own' as 'own' | 'new',
  patient: emptyPatient,
  examinationID: '',
  teeth: [] as number[],
  question: '',
  urgency: 'routine' as z.output<typeof Urgency>,
  contraindications: [] as Contraindication[],
  otherContraindications: '',
  recipients: [] as string[],
};

interface Errors {
  own: string | null;
  patient: PatientErrors;
  examination: string | null;
  recipients: string | null;
}

const NO_ERRORS: Errors = { own: null, patient: {}, examination: null, recipients: null };

/** The draft of a referral, which outlives its page, and the call that sends it. */
export function useReferralForm(preselected: Preselected, onSent: (referralUUID: string) => void) {
  const empty = { ...emptyDraft, ...preselected };
  const name = `referral:${preselected.patientID ?? ''}/${preselected.bookingID ?? ''}`;
  const { draft, isEmpty, setDraft, change, forget } = useSavedDraft(name, empty);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const sending = useWaitingMutation(newReferral);
  useForgetWhile(sending.isPaused, forget);
  const runSingle = useSingleFlight();
  const { data: friends = [] } = useQuery(friendsQuery);
  const { data: own } = useQuery({
    ...ownPatientQuery(draft.patientID ?? 0),
    enabled: draft.kind === 'own' && draft.patientID !== null,
    retry: false,
  });
  const recipients = readRecipients(draft.recipients, friends);
  const errors = checkDraft(draft, { own, recipients });

  async function send() {
    const referralUUID = draft.referralUUID || newUUID();
    change({ referralUUID });
    try {
      await request(referralUUID);
    } catch (reason) {
      // the server explains the conflict; the next attempt is another referral
      if (reason instanceof CallProblem && reason.status === 409) change({ referralUUID: '' });
      throw reason;
    }
    forget();
    onSent(referralUUID);
  }

  const patientName = (draft.kind === 'own' && own?.name) || draft.patient.name;
  const request = (referralUUID: string) => sending.mutateAsync({ patientName, body: bodyOf(referralUUID) });

  const bodyOf = (referralUUID: string) => ({
    referralUUID,
    patient:
      draft.kind === 'own' && draft.patientID !== null
        ? { patientID: draft.patientID }
        : factsOf(draft.patient),
    examinationID: Number(draft.examinationID),
    teeth: draft.teeth,
    question: draft.question,
    urgency: draft.urgency,
    contraindications: draft.contraindications,
    otherContraindications: draft.otherContraindications,
    recipientDoctorIDs: recipients.recipientDoctorIDs,
    recipientEmails: recipients.recipientEmails,
    bookingID: draft.bookingID,
  });

  return {
    draft,
    isEmpty,
    own,
    // shown before the first submit too: if a link names a patient of another client, no input can correct it
    errors: wasSubmitted ? errors : { ...NO_ERRORS, own: own?.shared ? errors.own : null },
    pending: sending.isPending,
    waits: sending.isPaused,
    problem: sending.error ? explain(sending.error) : undefined,
    change,
    clear: () => {
      setDraft(empty);
      setWasSubmitted(false);
      sending.reset();
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      setWasSubmitted(true);
      if (isValid(errors)) runSingle(send);
      else focusFirstError(event.currentTarget);
    },
  };
}

export type ReferralForm = ReturnType<typeof useReferralForm>;
type Draft = typeof emptyDraft & Pick<Preselected, 'patientID' | 'bookingID'>;
type Unclear = Pick<ReturnType<typeof readRecipients>, 'unknown' | 'ambiguous'>;

function checkDraft(
  draft: Draft,
  { own, recipients }: { own: { shared: boolean } | undefined; recipients: Unclear },
): Errors {
  const isOwn = draft.kind === 'own';
  return {
    own: isOwn ? checkOwn(draft.patientID, own) : null,
    patient: isOwn ? {} : checkPatient(draft.patient),
    examination: draft.examinationID === '' ? 'Выберите исследование' : null,
    recipients: checkRecipients(draft.recipients, recipients),
  };
}

function checkOwn(patientID: number | null, own: { shared: boolean } | undefined): string | null {
  if (patientID === null) return 'Выберите пациента или добавьте нового';
  return own?.shared ? 'Это пациент другого врача: направить его может только владелец карточки' : null;
}

function checkRecipients(recipients: string[], { unknown, ambiguous }: Unclear): string | null {
  if (recipients.length > MAX_RECIPIENTS) return `Получателей не больше ${MAX_RECIPIENTS}`;
  if (ambiguous.length > 0) return `Коллег с таким именем несколько, введите e-mail: ${ambiguous.join(', ')}`;
  return unknown.length > 0 ? `Выберите коллегу из списка или введите e-mail: ${unknown.join(', ')}` : null;
}

const isValid = ({ own, patient, examination, recipients }: Errors): boolean =>
  own === null && examination === null && recipients === null && !Object.values(patient).some(Boolean);
