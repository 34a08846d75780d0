import { Textarea, TextInput } from '@mantine/core';
import type { StepProps } from './draft.ts';
import { Step } from './step.tsx';

export const PatientStep = ({ draft, change, onNext }: StepProps) => (
  <Step number={1} title="Пациент" next="Далее" onNext={onNext}>
    <TextInput
      label="ФИО пациента"
      placeholder="Иванов Иван Иванович"
      autoComplete="off"
      maxLength={200}
      value={draft.patientName}
      onChange={({ currentTarget }) => change({ patientName: currentTarget.value })}
    />
    <TextInput
      label="Телефон пациента"
      placeholder="+79991234567"
      type="tel"
      autoComplete="off"
      maxLength={40}
      value={draft.patientPhone}
      onChange={({ currentTarget }) => change({ patientPhone: currentTarget.value })}
    />
    <Textarea
      label="Комментарий к исследованию"
      placeholder="Необязательно"
      autosize
      minRows={3}
      maxRows={10}
      maxLength={4000}
      value={draft.studyComment}
      onChange={({ currentTarget }) => change({ studyComment: currentTarget.value })}
    />
  </Step>
);
