import { useSuspenseQuery } from '@tanstack/react-query';
import { doctorSettingsQuery } from '../../../platform/access/settings.ts';
import { ReminderFields } from '../reminder-fields.tsx';
import { VisitorFields } from '../visitor-fields.tsx';
import { type StepProps, typedConsentOf } from './draft.ts';
import { Step } from './step.tsx';

export function PatientStep({ draft, change, onNext }: StepProps) {
  const canText = useSuspenseQuery(doctorSettingsQuery).data.patientTextsEnabled ?? false;
  return (
    <Step number={1} title="Пациент" next="Далее" onNext={onNext}>
      <VisitorFields visitor={draft} change={change}>
        <ReminderFields draft={typedConsentOf(draft)} canText={canText} change={change} error={undefined} />
      </VisitorFields>
    </Step>
  );
}
