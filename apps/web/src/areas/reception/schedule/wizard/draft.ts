import { emptyConsent, type TypedConsent } from '../confirmation.ts';
import type { Visitor } from '../visitor-fields.tsx';
import type { FreeSlot } from '../free-slots.ts';

/** The input of all steps of the wizard. */
export interface Draft extends Visitor {
  /** for which the patient comes; it limits the centres to those that offer it */
  examinationID: number | null;
  locationID: number | null;
  /** YYYY-MM-DD of the centre's calendar */
  date: string | null;
  slot: FreeSlot | null;
  /** the patient agreed to messages about the booking */
  reminder: boolean;
  email: string;
}

export const emptyDraft: Draft = {
  patientName: '',
  patientPhone: '',
  studyComment: '',
  examinationID: null,
  locationID: null,
  date: null,
  slot: null,
  ...emptyConsent,
};

export const typedConsentOf = ({ reminder, email, patientPhone }: Draft): TypedConsent => ({
  reminder,
  email,
  phone: patientPhone,
});

export interface StepProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  onNext: () => void;
  onBack: () => void;
}
