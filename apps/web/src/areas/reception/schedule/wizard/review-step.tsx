import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { formatDay } from '../../../../shared/dates/dates.ts';
import { formatPhone } from '../../../../shared/contacts/phone.ts';
import { doctorSettingsQuery } from '../../../platform/access/settings.ts';
import { confirmationInWords } from '../confirmation.ts';
import { findOffered } from '../own/offered.ts';
import { slotLabel } from '../times.ts';
import { type Draft, type StepProps, typedConsentOf } from './draft.ts';
import { LocationPrices } from './location-prices.tsx';
import { openLocationsQuery } from '../free-slots.ts';
import classes from './step.module.css';
import { Step } from './step.tsx';

interface ReviewStepProps extends StepProps {
  pending: boolean;
  problem: string | undefined;
}

export function ReviewStep({ draft, pending, problem, onNext, onBack }: ReviewStepProps) {
  const { data: settings } = useSuspenseQuery(doctorSettingsQuery);
  const canText = settings.patientTextsEnabled ?? false;
  const { data: locations } = useSuspenseQuery(openLocationsQuery);
  const location = locations.find(({ locationID }) => locationID === draft.locationID);
  const facts: [string, string | undefined][] = [
    ['ФИО пациента', draft.patientName],
    ['Телефон пациента', formatPhone(draft.patientPhone)],
    ['Комментарий к исследованию', draft.studyComment],
    ['Исследование', findOffered(location, draft.examinationID)?.name],
    ['Центр', location?.name],
    ['Адрес', location?.address],
    ['Дата', draft.date ? formatDay(draft.date) : undefined],
    ['Время', timeOf(draft)],
    ['Подготовка', location?.preparation],
    ['Сообщение пациенту', confirmationInWords(typedConsentOf(draft), canText)],
  ];
  return (
    <Step
      number={3}
      title="Проверьте запись"
      next="Записать пациента на исследование"
      pending={pending}
      onNext={onNext}
      onBack={onBack}
    >
      <dl className={classes.facts}>
        {facts
          .filter(([label, value]) => value || !OPTIONAL.includes(label))
          .map(([label, value]) => (
            <div key={label} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd>{value || '-'}</dd>
            </div>
          ))}
      </dl>
      {location && <LocationPrices location={location} examinationID={draft.examinationID} />}
      {problem && (
        <Alert color="red" icon={<IconAlertCircle />}>
          {problem}
        </Alert>
      )}
    </Step>
  );
}

/** Lines that are left out when the centre has not entered them. */
const OPTIONAL = ['Исследование', 'Адрес', 'Подготовка'];

const timeOf = ({ slot, date }: Draft) => (slot && date ? slotLabel(slot.beginsAt, date) : undefined);
