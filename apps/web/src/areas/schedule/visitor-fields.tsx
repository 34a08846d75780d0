import { Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

export interface Visitor {
  patientName: string;
  patientPhone: string;
  studyComment: string;
}

interface VisitorFieldsProps {
  visitor: Visitor;
  change: (part: Partial<Visitor>) => void;
  /** of a dialog, whose fields may come a moment after it */
  autoFocus?: boolean;
  /** before the comment */
  children?: ReactNode;
}

/** Who comes, as she is written down when somebody books for her. */
export const VisitorFields = ({ visitor, change, autoFocus, children }: VisitorFieldsProps) => (
  <>
    <TextInput
      label="ФИО пациента"
      placeholder="Иванов Иван Иванович"
      autoComplete="off"
      maxLength={200}
      autoFocus={autoFocus}
      data-autofocus={autoFocus}
      value={visitor.patientName}
      onChange={({ currentTarget }) => change({ patientName: currentTarget.value })}
    />
    <TextInput
      label="Телефон пациента"
      placeholder="+79991234567"
      type="tel"
      autoComplete="off"
      maxLength={40}
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
      maxLength={4000}
      value={visitor.studyComment}
      onChange={({ currentTarget }) => change({ studyComment: currentTarget.value })}
    />
  </>
);
