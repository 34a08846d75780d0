import { Group, Radio, Text } from '@mantine/core';
import { STUDY_TYPES, VOLUMES_FIRST } from '@snimok/contract/studies/study-types';
import { DialogForm } from '../../../../shared/dialogs/dialog-form.tsx';
import { BirthdayInput } from '../../../people/patients/birthday-input.tsx';
import { NameSelect } from '../../../../shared/fields/name-select.tsx';
import type { Kind } from '../../../studies/studies/labels.ts';
import type { BookingCard } from '../queries.ts';
import { NEW_CARD, OTHER_CARD, SimilarCards } from '../../referrals/similar-cards.tsx';
import { BookedPatient } from './booked-patient.tsx';
import { useArrivalForm } from './use-arrival-form.ts';
import { ClientSelect } from '../../../people/doctors/client-select.tsx';

/** Creates the patient's card and the study of a booking. The fields contain the data of the booking. */
export function ArrivalForm({ booking, onClose }: { booking: BookingCard; onClose: () => void }) {
  const form = useArrivalForm(booking);
  const { values, errors } = form;
  return (
    <DialogForm
      sending={form.arrival}
      submitLabel={values.card === null ? 'Создать карточку и исследование' : 'Создать исследование'}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <BookedPatient booking={booking} />
      {booking.doctorID === null ? (
        <ClientSelect
          label="Клиент (врач или клиника)"
          value={values.doctorID}
          error={errors?.doctor}
          onChange={form.setDoctorID}
        />
      ) : (
        <Text>Клиент: {booking.doctorName}</Text>
      )}
      <CardChoice form={form} />
      {values.card === null && <NewCardFields form={form} />}
      <Radio.Group
        label="Тип исследования"
        value={values.type}
        onChange={(chosen) => form.setType(chosen as Kind)}
      >
        <Group gap="lg" mt={4}>
          {VOLUMES_FIRST.map((kind) => (
            <Radio key={kind} value={kind} label={STUDY_TYPES[kind].label} />
          ))}
        </Group>
      </Radio.Group>
    </DialogForm>
  );
}

/** The card of the patient: a similar one first, any other one of the client, or a new one. */
function CardChoice({ form }: { form: ReturnType<typeof useArrivalForm> }) {
  const { values, similar, patients, errors } = form;
  const isNew = values.choice === NEW_CARD;
  const select = (
    <NameSelect
      label="Карточка пациента"
      placeholder={similar.length > 0 ? 'Начните вводить ФИО' : 'Новая карточка'}
      {...(similar.length === 0 && { clearLabel: 'Новая карточка' })}
      options={patients?.map((one) => ({ id: one.patientID, name: one.name }))}
      value={isNew ? null : values.other}
      disabled={values.doctorID === null}
      error={similar.length > 0 ? null : errors?.card}
      onChange={(id) => {
        form.setOther(id);
        form.setChoice(id === null ? NEW_CARD : OTHER_CARD);
      }}
    />
  );
  if (similar.length === 0) return select;
  return (
    <SimilarCards
      cards={similar}
      value={values.choice}
      error={errors?.card ?? null}
      onChange={form.setChoice}
    >
      {select}
    </SimilarCards>
  );
}

const NewCardFields = ({ form }: { form: ReturnType<typeof useArrivalForm> }) => (
  <>
    <Radio.Group label="Пол" value={form.values.sex} error={form.errors?.sex} onChange={form.setSex}>
      <Group gap="lg" mt={4} mb={form.errors?.sex ? 6 : 0}>
        <Radio value="female" label="Женский" />
        <Radio value="male" label="Мужской" />
      </Group>
    </Radio.Group>
    <BirthdayInput
      value={form.values.birthday}
      error={form.errors?.birthday}
      description="Можно заполнить позже"
      onChange={form.setBirthday}
    />
  </>
);
