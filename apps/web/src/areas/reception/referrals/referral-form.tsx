import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import {
  Alert,
  Checkbox,
  Group,
  Radio,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { CONTRAINDICATION_LABELS, URGENCY_LABELS } from '@snimok/contract/reception/referrals';
import { factsWith } from '@snimok/contract/people/patient-facts';
import { STUDY_TYPES, VOLUMES_FIRST } from '@snimok/contract/studies/study-types';
import { IconInfoCircle } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { FormEnd, FormSection, PAGE_FORM } from '../../../shared/dialogs/page-form.tsx';
import { PatientFields } from '../../people/patients/patient-fields.tsx';
import { PatientSummary } from '../../people/patients/patient-summary.tsx';
import { OwnPatientSelect } from './own-patient-select.tsx';
import { offeredExaminationsQuery } from './queries.ts';
import { RecipientsField } from './recipients-field.tsx';
import { ToothChart } from './tooth-chart.tsx';
import { type Preselected, type ReferralForm as Form, useReferralForm } from './use-referral-form.ts';

interface ReferralFormProps {
  preselected: Preselected;
  onSent: (referralUUID: string) => void;
}

/** A new referral: whom, what for, and who else gets the study. */
export function ReferralForm({ preselected, onSent }: ReferralFormProps) {
  const form = useReferralForm(preselected, onSent);
  const { draft, errors, change } = form;
  return (
    <form noValidate onSubmit={form.onSubmit} className={PAGE_FORM} style={{ maxWidth: 960 }}>
      <PatientSection form={form} />
      <ExaminationSection form={form} />
      <SafetySection form={form} />
      <FormSection title="Получатели">
        <RecipientsField
          value={draft.recipients}
          error={errors.recipients}
          onChange={(recipients) => change({ recipients })}
        />
      </FormSection>
      <FormEnd form={form} submitLabel="Отправить направление" />
    </form>
  );
}

const KINDS = [
  { value: 'own', label: 'Мой пациент' },
  { value: 'new', label: 'Новый' },
];

function PatientSection({ form: { draft, errors, own, change } }: { form: Form }) {
  return (
    <FormSection title="Пациент">
      <SegmentedControl
        aria-label="Чья карточка"
        data={KINDS}
        value={draft.kind}
        onChange={(kind) => change({ kind: kind as 'own' | 'new' })}
      />
      {draft.kind === 'own' ? (
        <div>
          <OwnPatientSelect
            value={draft.patientID}
            name={own?.name}
            error={errors.own}
            onChange={(patientID) => change({ patientID })}
          />
          {own && <PatientSummary {...own} />}
        </div>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            Карточку создаст центр, когда примет направление.
          </Text>
          <PatientFields
            facts={factsWith('clientsEnter')}
            values={draft.patient}
            errors={errors.patient}
            onChange={(values) => change({ patient: { ...draft.patient, ...values } })}
          />
        </>
      )}
      {draft.bookingID !== null && (
        <Text size="sm" c="dimmed">
          Направление прикрепится к записи пациента.
        </Text>
      )}
    </FormSection>
  );
}

function ExaminationSection({ form: { draft, errors, change } }: { form: Form }) {
  const { data: examinations } = useSuspenseQuery(offeredExaminationsQuery);
  const chosen = examinations.find(({ examinationID }) => String(examinationID) === draft.examinationID);
  const groups = VOLUMES_FIRST.map((type) => ({
    group: STUDY_TYPES[type].label,
    items: examinations
      .filter(({ studyType }) => studyType === type)
      .map(({ examinationID, name }) => ({ value: String(examinationID), label: name })),
  }));
  return (
    <FormSection title="Исследование">
      <Select
        label="Что сделать"
        placeholder="Выберите исследование"
        allowDeselect={false}
        openOnFocus={false}
        maxDropdownHeight={360}
        data={groups.filter(({ items }) => items.length > 0)}
        value={chosen ? draft.examinationID : null}
        error={errors.examination}
        onChange={(examinationID) => change({ examinationID: examinationID ?? '' })}
      />
      {chosen?.preparation && (
        <Alert color="teal" variant="light" icon={<IconInfoCircle />} title="Подготовка пациента">
          {chosen.preparation}
        </Alert>
      )}
      <ToothChart value={draft.teeth} onChange={(teeth) => change({ teeth })} />
      <Textarea
        label="Клинический вопрос"
        placeholder="Что нужно увидеть или исключить"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={MOST_CHARACTERS.paragraphs}
        value={draft.question}
        onChange={({ currentTarget }) => change({ question: currentTarget.value })}
      />
      <Radio.Group
        label="Срочность"
        value={draft.urgency}
        onChange={(urgency) => change({ urgency: urgency as 'routine' | 'urgent' })}
      >
        <Group gap="lg" mt={4}>
          {Object.entries(URGENCY_LABELS).map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Group>
      </Radio.Group>
    </FormSection>
  );
}

const SafetySection = ({ form: { draft, change } }: { form: Form }) => (
  <FormSection title="Противопоказания">
    <Checkbox.Group
      label="Отметьте, если есть"
      value={draft.contraindications}
      onChange={(chosen) => change({ contraindications: chosen as typeof draft.contraindications })}
    >
      <Stack gap="xs" mt={6}>
        {Object.entries(CONTRAINDICATION_LABELS).map(([value, label]) => (
          <Checkbox key={value} value={value} label={label} />
        ))}
      </Stack>
    </Checkbox.Group>
    <TextInput
      label="Другое"
      placeholder="Необязательно"
      autoComplete="off"
      maxLength={MOST_CHARACTERS.line}
      value={draft.otherContraindications}
      onChange={({ currentTarget }) => change({ otherContraindications: currentTarget.value })}
    />
  </FormSection>
);
