import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { formatDay } from '../../../shared/dates.ts';
import { typedPhone } from '../../../shared/phone.ts';
import { DialogForm } from '../../../shared/ui/dialog-form.tsx';
import { useRequestUUID } from '../../../shared/use-request-uuid.ts';
import type { IncomingDetails } from '../../referrals/queries.ts';
import { checkPhone } from '../booking-checks.ts';
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

/** Books the patient of an accepted referral: everything but the phone number is known. */
export function BookReferralForm({ referral, slot, onBooked, onClose }: BookReferralFormProps) {
  const { number, patientName, patientBirthday, doctorName, examination } = referral;
  const booking = useBookReferral(referral.referralUUID);
  const uuidOf = useRequestUUID();
  const form = useForm({
    initialValues: { patientPhone: typedPhone(referral.phone) },
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    validate: { patientPhone: checkPhone },
  });
  const submit = async ({ patientPhone }: { patientPhone: string }) => {
    const body = { ...slot, patientPhone };
    await booking.mutateAsync({ ...body, requestUUID: uuidOf(body) });
    onBooked();
  };
  return (
    <DialogForm
      sending={booking}
      submitLabel="Записать"
      missing={missingInWords({ телефон: checkPhone(form.values.patientPhone) !== null })}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <PatientFacts name={patientName} facts={[patientBirthday && formatDay(patientBirthday), doctorName]} />
      <Text>
        {examination}, направление № {number}
      </Text>
      <PhoneInput data-autofocus autoFocus {...form.getInputProps('patientPhone')} />
    </DialogForm>
  );
}
