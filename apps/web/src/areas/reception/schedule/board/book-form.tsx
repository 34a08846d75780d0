import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Textarea } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { typedPhone } from '../../../../shared/contacts/phone.ts';
import { DialogForm } from '../../../../shared/dialogs/dialog-form.tsx';
import { useRequestUUID } from '../../../../shared/calls/use-request-uuid.ts';
import { assistantSettingsQuery } from '../../../platform/access/settings.ts';
import { BirthdayInput } from '../../../people/patients/birthday-input.tsx';
import { examinationsQuery } from '../../referrals/examinations/queries.ts';
import { checkBirthday, checkName, checkPhone, dayOfBirthday } from '../booking-checks.ts';
import { checkConsent, consentBody, emptyConsent } from '../confirmation.ts';
import { ExaminationSelect } from '../own/examination-select.tsx';
import { ReminderFields } from '../reminder-fields.tsx';
import { PhoneInput } from '../phone-input.tsx';
import { type SlotAddress, useBookByPhone } from '../queries.ts';
import { ChosenPatient, type KnownPatient, NameInput } from './known-patient.tsx';
import { missingInWords } from './missing.ts';
import { ClientSelect } from '../../../people/doctors/client-select.tsx';

interface Values {
  /** whose card is chosen; null for a new patient */
  patient: KnownPatient | null;
  patientName: string;
  /** ДД.ММ.ГГГГ, possibly incomplete */
  birthday: string;
  patientPhone: string;
  doctorID: number | null;
  examinationID: number | null;
  studyComment: string;
  /** the patient agreed to messages about the booking */
  reminder: boolean;
  email: string;
}
type Form = UseFormReturnType<Values>;

const EMPTY: Values = {
  patient: null,
  patientName: '',
  birthday: '',
  patientPhone: '',
  doctorID: null,
  examinationID: null,
  studyComment: '',
  ...emptyConsent,
};

interface BookFormProps {
  slot: SlotAddress;
  /** who is booked unless another patient is chosen */
  patient: KnownPatient | undefined;
  onBooked: () => void;
  onClose: () => void;
}

/** Books a known patient, or a new one, whose card is created at the arrival. */
export function BookForm({ slot, patient: given, onBooked, onClose }: BookFormProps) {
  const booking = useBookByPhone(slot);
  const canText = useSuspenseQuery(assistantSettingsQuery).data.patientTextsEnabled ?? false;
  const uuidOf = useRequestUUID();
  const form = useForm<Values>({
    initialValues: given ? { ...EMPTY, patient: given, patientPhone: typedPhone(given.phone) } : EMPTY,
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    validate: {
      patientName: (name, { patient }) => (patient ? null : checkName(name)),
      birthday: (typed, { patient }) => (patient ? null : checkBirthday(typed)),
      patientPhone: checkPhone,
      email: (_, values) => checkConsent(consentOf(values), canText) ?? null,
    },
  });
  const { patient, patientPhone } = form.values;
  const submit = async (values: Values) => {
    const body = bodyOf(values);
    await booking.mutateAsync({ ...body, requestUUID: uuidOf(body) });
    onBooked();
  };
  return (
    <DialogForm
      sending={booking}
      submitLabel="Записать"
      missing={missingInWords({
        ФИО: patient === null && checkName(form.values.patientName) !== null,
        телефон: checkPhone(patientPhone) !== null,
        'e-mail пациента': checkConsent(consentOf(form.values), canText) !== undefined,
      })}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      {patient ? (
        <ChosenPatient patient={patient} onAgain={() => form.setValues({ patient: null })} />
      ) : (
        <NewPatient form={form} />
      )}
      <PhoneInput
        // the chosen name leaves the screen, and the focus goes to what may be missing
        key={patient?.patientID}
        autoFocus={patient !== null}
        {...form.getInputProps('patientPhone')}
      />
      <ReminderFields
        draft={consentOf(form.values)}
        canText={canText}
        error={form.errors.email as string | undefined}
        change={(part) => form.setValues(part)}
        onBlur={() => form.validateField('email')}
      />
      <Request form={form} />
    </DialogForm>
  );
}

const consentOf = ({ reminder, email, patientPhone }: Values) => ({ reminder, email, phone: patientPhone });

const bodyOf = ({ patient, birthday, doctorID, reminder, email, ...values }: Values) => ({
  ...values,
  ...consentBody({ reminder, email }),
  patientName: patient ? patient.name : values.patientName,
  patientID: patient ? patient.patientID : null,
  patientBirthday: patient ? patient.birthday : dayOfBirthday(birthday),
  doctorID: patient ? patient.doctorID : doctorID,
});

function NewPatient({ form }: { form: Form }) {
  const choose = (patient: KnownPatient) => {
    form.clearErrors();
    form.setValues({ patient, patientPhone: typedPhone(patient.phone) || form.values.patientPhone });
  };
  return (
    <>
      <NameInput
        data-autofocus
        autoFocus
        {...form.getInputProps('patientName')}
        value={form.values.patientName}
        onChoose={choose}
      />
      <BirthdayInput
        description="Можно заполнить позже"
        {...form.getInputProps('birthday')}
        value={form.values.birthday}
      />
    </>
  );
}

/** The client and the examination. */
function Request({ form }: { form: Form }) {
  const { data: examinations } = useQuery(examinationsQuery);
  return (
    <>
      {form.values.patient === null && (
        <ClientSelect
          label="Клиент (врач или клиника)"
          placeholder="Без клиента"
          clearLabel="Без клиента"
          value={form.values.doctorID}
          onChange={(id) => form.setFieldValue('doctorID', id)}
        />
      )}
      <ExaminationSelect
        label="Исследование"
        none="Не указано"
        offered={examinations?.filter(({ active }) => active) ?? []}
        value={form.values.examinationID}
        onChange={(id) => form.setFieldValue('examinationID', id)}
      />
      <Textarea
        label="Комментарий к исследованию"
        placeholder="Необязательно"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MOST_CHARACTERS.comment}
        {...form.getInputProps('studyComment')}
      />
    </>
  );
}
