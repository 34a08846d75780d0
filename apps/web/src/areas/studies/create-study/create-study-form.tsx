import {
  Alert,
  Button,
  Checkbox,
  Group,
  Paper,
  Radio,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  Title,
} from '@mantine/core';
import { STUDY_TYPE_NAMES, STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { IconAlertCircle, IconCube, IconPhoto } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { PendingNotice } from '../../../shared/dialogs/pending-notice.tsx';
import { PatientFields, valuesOf } from '../../people/patients/patient-fields.tsx';
import { MAX_QUESTION_LENGTH } from '../../reporting/study-reports/max-question-length.ts';
import type { Kind } from '../studies/labels.ts';
import classes from './create-study-form.module.css';
import { NameSelect } from '../../../shared/fields/name-select.tsx';
import { type CreatedStudy, useCreateStudyForm } from './use-create-study-form.ts';

interface CreateStudyFormProps {
  doctorID: number | null;
  patientID: number | null;
  onCreated: (created: CreatedStudy) => void;
}

const MAX_COMMENT_LENGTH = 4000;

type Form = ReturnType<typeof useCreateStudyForm>;

export function CreateStudyForm({ onCreated, ...preselected }: CreateStudyFormProps) {
  const form = useCreateStudyForm(preselected, onCreated);
  const { draft, errors, doctors, pending, problem, change, onSubmit } = form;

  return (
    <form noValidate onSubmit={onSubmit} onKeyDown={preventSubmitWhileChoosing} className={classes.form}>
      {form.isRestored && (
        <Text c="dimmed" role="status">
          Форма заполнена тем, что вы ввели раньше.
        </Text>
      )}
      <Section title="Клиент">
        <NameSelect
          label="Врач или клиника"
          placeholder="Начните вводить имя или название"
          options={doctors.map(({ doctorID, name }) => ({ id: doctorID, name }))}
          value={draft.doctorID}
          error={errors.doctor}
          onChange={(doctorID) => change({ doctorID, patientID: null })}
        />
      </Section>
      <PatientSection form={form} />
      <Section title="Исследование">
        <TypeField form={form} />
        <Textarea
          label="Комментарий"
          placeholder="Необязательно"
          autosize
          minRows={3}
          maxRows={10}
          maxLength={MAX_COMMENT_LENGTH}
          value={draft.comment}
          onChange={({ currentTarget }) => change({ comment: currentTarget.value })}
        />
        <ReportFields form={form} />
      </Section>
      {pending && <PendingNotice waits={form.waits} />}
      {problem && (
        <Alert color="red" icon={<IconAlertCircle />}>
          {problem}
        </Alert>
      )}
      {/* the button that discards the input follows in the order of Tab */}
      <Group justify="space-between" style={{ flexDirection: 'row-reverse' }}>
        <Button type="submit" size="md" loading={pending}>
          Создать исследование
        </Button>
        {!form.isEmpty && (
          <Button variant="subtle" color="gray" disabled={pending} onClick={form.clear}>
            Очистить форму
          </Button>
        )}
      </Group>
    </form>
  );
}

/** Selects an existing patient or takes the card of a new one. */
function PatientSection({ form: { draft, errors, patients, existing, change } }: { form: Form }) {
  const isExisting = draft.patientID !== null;
  return (
    <Section title="Пациент">
      <NameSelect
        label="Существующий пациент"
        placeholder={placeholderOf(draft.doctorID, patients)}
        options={patients?.map(({ patientID, name }) => ({ id: patientID, name }))}
        value={draft.patientID}
        error={errors.existing}
        disabled={draft.doctorID === null}
        clearLabel="Новый пациент"
        onChange={(patientID) => change({ patientID })}
      />
      {isExisting ? (
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed">
            Данные карточки меняются на странице пациента.
          </Text>
          <Button size="compact-sm" variant="subtle" onClick={() => change({ patientID: null })}>
            Новый пациент
          </Button>
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          Или заполните карточку нового пациента:
        </Text>
      )}
      <PatientFields
        values={existing ? valuesOf(existing) : draft.patient}
        errors={errors.patient}
        disabled={isExisting}
        onChange={(values) => change({ patient: { ...draft.patient, ...values } })}
      />
    </Section>
  );
}

const TypeField = ({ form: { draft, errors, change } }: { form: Form }) => (
  <Radio.Group
    label="Тип исследования"
    value={draft.type ?? ''}
    error={errors.type}
    onChange={(type) => change({ type: type as Kind })}
  >
    <SimpleGrid type="container" cols={{ base: 1, '400px': 2 }} spacing="sm" mb={errors.type ? 6 : 0}>
      {STUDY_TYPE_NAMES.map((type) => (
        <TypeCard key={type} type={type} />
      ))}
    </SimpleGrid>
  </Radio.Group>
);

function TypeCard({ type }: { type: Kind }) {
  const { label, hint, hasVolume } = STUDY_TYPES[type];
  const Picture = hasVolume ? IconCube : IconPhoto;
  return (
    <Radio.Card value={type} className={classes.type}>
      <Group wrap="nowrap" gap="sm" align="flex-start">
        <Radio.Indicator mt={2} />
        <div>
          <Text fw={500}>{label}</Text>
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        </div>
        <Picture className={classes.picture} size={24} stroke={1.4} aria-hidden />
      </Group>
    </Radio.Card>
  );
}

const ReportFields = ({ form: { draft, change } }: { form: Form }) => (
  <>
    <Checkbox
      label="Нужно заключение"
      description="Исследование появится в списке «Заключения»"
      checked={draft.reportRequested}
      onChange={({ currentTarget }) => change({ reportRequested: currentTarget.checked })}
    />
    {draft.reportRequested && (
      <Textarea
        label="Вопрос к заключению"
        placeholder="Необязательно"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MAX_QUESTION_LENGTH}
        value={draft.reportQuestion}
        onChange={({ currentTarget }) => change({ reportQuestion: currentTarget.value })}
      />
    )}
  </>
);

function placeholderOf(doctorID: number | null, patients: unknown[] | undefined): string {
  if (doctorID === null) return 'Сначала выберите клиента';
  return patients ? 'Новый пациент' : 'загрузка...';
}

/** Enter in a name list selects an option; if there is none to select, it must not submit the form. */
function preventSubmitWhileChoosing(event: KeyboardEvent<HTMLFormElement>) {
  const isChoosing = (event.target as HTMLElement).role === 'combobox';
  if (event.key === 'Enter' && isChoosing) event.preventDefault();
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Paper component="section" className={classes.section}>
    <Title order={2} size="h3" className={classes.title}>
      {title}
    </Title>
    <Stack gap="md">{children}</Stack>
  </Paper>
);
