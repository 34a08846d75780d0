import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { PhoneInput } from './phone-input.tsx';

export interface Visitor {
  patientName: string;
  patientPhone: string;
  studyComment: string;
}

interface VisitorFieldsProps {
  visitor: Visitor;
  change: (part: Partial<Visitor>) => void;
  /** for dialogs: the field may be rendered after its dialog has already set the focus */
  autoFocus?: boolean;
  /** fields before the comment */
  children?: ReactNode;
}

/** The patient's name and phone as entered for a booking, and a comment. */
export const VisitorFields = ({ visitor, change, autoFocus, children }: VisitorFieldsProps) => (
  <>
    <TextInput
      label="ФИО пациента"
      placeholder="Иванов Иван Иванович"
      autoComplete="off"
      maxLength={MOST_CHARACTERS.name}
      autoFocus={autoFocus}
      data-autofocus={autoFocus}
      value={visitor.patientName}
      onChange={({ currentTarget }) => change({ patientName: currentTarget.value })}
    />
    <PhoneInput
      value={visitor.patientPhone}
      onChange={({ currentTarget }) => change({ patientPhone: currentTarget.value })}
    />
    {children}
    <Textarea
      label="Комментарий к исследованию"
      placeholder="Необязательно"
      autosize
      minRows={3}
      maxRows={8}
      maxLength={MOST_CHARACTERS.comment}
      value={visitor.studyComment}
      onChange={({ currentTarget }) => change({ studyComment: currentTarget.value })}
    />
  </>
);
