import { IconArrowsExchange, IconArrowsJoin2, IconUserShare } from '@tabler/icons-react';
import type { MoreEntry } from '../../../shared/dialogs/more-menu.tsx';
import type { AssistantPatient } from '../../people/patients/queries.ts';
import type { AssistantStudy } from '../../studies/studies/queries.ts';
import { MergeForm } from './merge-form.tsx';
import { MovePatientForm } from './move-patient-form.tsx';
import { MoveStudyForm } from './move-study-form.tsx';

const ICON = { size: 18, stroke: 1.6 };

export const moveStudyEntry = (study: AssistantStudy): MoreEntry => ({
  label: 'Перенести другому пациенту',
  icon: <IconArrowsExchange {...ICON} />,
  title: 'Перенести исследование',
  content: (close) => <MoveStudyForm study={study} onClose={close} />,
});

export const mergeEntry = (patient: AssistantPatient): MoreEntry => ({
  label: 'Объединить с другой карточкой',
  icon: <IconArrowsJoin2 {...ICON} />,
  title: 'Объединить карточки',
  content: (close) => <MergeForm patient={patient} onClose={close} />,
});

export const movePatientEntry = (patient: AssistantPatient): MoreEntry => ({
  label: 'Перенести к другому клиенту',
  icon: <IconUserShare {...ICON} />,
  title: 'Перенести пациента',
  content: (close) => <MovePatientForm patient={patient} onClose={close} />,
});
