import { VisitorFields } from '../visitor-fields.tsx';
import type { StepProps } from './draft.ts';
import { Step } from './step.tsx';

export const PatientStep = ({ draft, change, onNext }: StepProps) => (
  <Step number={1} title="Пациент" next="Далее" onNext={onNext}>
    <VisitorFields visitor={draft} change={change} />
  </Step>
);
