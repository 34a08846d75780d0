import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSuspenseQuery } from '@tanstack/react-query';
import { formatDay } from '../../../../shared/dates/dates.ts';
import { typedPhone } from '../../../../shared/contacts/phone.ts';
import { DialogForm } from '../../../../shared/dialogs/dialog-form.tsx';
import { useRequestUUID } from '../../../../shared/calls/use-request-uuid.ts';
import { assistantSettingsQuery } from '../../../platform/access/settings.ts';
import type { IncomingDetails } from '../../referrals/queries.ts';
import { checkPhone } from '../booking-checks.ts';
import { checkConsent, consentBody, emptyConsent } from '../confirmation.ts';
import { ReminderFields } from '../reminder-fields.tsx';
import { type SlotAddress, useBookReferral } from '../queries.ts';
import { PhoneInput } from '../phone-input.tsx';
import { PatientFacts } from './known-patient.tsx';
import { missingInWords } from './missing.ts';

interface BookReferralFormProps {
  referral: IncomingDetails;
  slot: SlotAddress;
  onBooked: () => void;
  onClose: () => void;
}

interface Values {
  patientPhone: string;
  /** the patient agreed to messages about the booking */
  reminder: boolean;
  email: string;
}

const consentOf = ({ reminder, email, patientPhone }: Values) => ({ reminder, email, phone: patientPhone });

/** Books the patient of an accepted referral: everything but the phone number is known. */
export function BookReferralForm({ referral, slot, onBooked, onClose }: BookReferralFormProps) {
  const { number, patientName, patientBirthday, doctorName, examination } = referral;
  const booking = useBookReferral(referral.referralUUID);
  const uuidOf = useRequestUUID();
  const canText = useSuspenseQuery(assistantSettingsQuery).data.patientTextsEnabled ?? false;
  const form = useForm<Values>({
    initialValues: { patientPhone: typedPhone(referral.phone), ...emptyConsent },
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    validate: {
      patientPhone: checkPhone,
      email: (_, values) => checkConsent(consentOf(values), canText) ?? null,
    },
  });
  const submit = async ({ patientPhone, ...consent }: Values) => {
    const body = { ...slot, patientPhone, ...consentBody(consent) };
    await booking.mutateAsync({ ...body, requestUUID: uuidOf(body) });
    onBooked();
  };
  return (
    <DialogForm
      sending={booking}
      submitLabel="Записать"
      missing={missingInWords({
        телефон: checkPhone(form.values.patientPhone) !== null,
        'e-mail пациента': checkConsent(consentOf(form.values), canText) !== undefined,
      })}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <PatientFacts name={patientName} facts={[patientBirthday && formatDay(patientBirthday), doctorName]} />
      <Text>
        {examination}, направление № {number}
      </Text>
      <PhoneInput data-autofocus autoFocus {...form.getInputProps('patientPhone')} />
      <ReminderFields
        draft={consentOf(form.values)}
        canText={canText}
        error={form.errors.email as string | undefined}
        change={(part) => form.setValues(part)}
        onBlur={() => form.validateField('email')}
      />
    </DialogForm>
  );
}
