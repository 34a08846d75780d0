import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Button, Checkbox, Group, Radio, SimpleGrid, Text, Textarea } from '@mantine/core';
import { STUDY_TYPE_NAMES, STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { IconCube, IconPhoto } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { FormEnd, FormSection, PAGE_FORM } from '../../../shared/dialogs/page-form.tsx';
import { PatientFields, valuesOf } from '../../people/patients/patient-fields.tsx';
import type { Kind } from '../studies/labels.ts';
import classes from './create-study-form.module.css';
import { NameSelect } from '../../../shared/fields/name-select.tsx';
import { type CreatedStudy, useCreateStudyForm } from './use-create-study-form.ts';
import { ClientSelect } from '../../people/doctors/client-select.tsx';

interface CreateStudyFormProps {
  doctorID: number | null;
  patientID: number | null;
  onCreated: (created: CreatedStudy) => void;
}

type Form = ReturnType<typeof useCreateStudyForm>;

export function CreateStudyForm({ onCreated, ...preselected }: CreateStudyFormProps) {
  const form = useCreateStudyForm(preselected, onCreated);
  const { draft, errors, change, onSubmit } = form;

  return (
    <form
      noValidate
      onSubmit={onSubmit}
      onKeyDown={preventSubmitWhileChoosing}
      className={PAGE_FORM}
      style={{ maxWidth: 860 }}
    >
      {form.isRestored && (
        <Text c="dimmed" role="status">
          Форма заполнена тем, что вы ввели раньше.
        </Text>
      )}
      <FormSection title="Клиент">
        <ClientSelect
          value={draft.doctorID}
          error={errors.doctor}
          onChange={(doctorID) => change({ doctorID, patientID: null })}
        />
      </FormSection>
      <PatientSection form={form} />
      <FormSection title="Исследование">
        <TypeField form={form} />
        <Textarea
          label="Комментарий"
          placeholder="Необязательно"
          autosize
          minRows={3}
          maxRows={10}
          maxLength={MOST_CHARACTERS.comment}
          value={draft.comment}
          onChange={({ currentTarget }) => change({ comment: currentTarget.value })}
        />
        <ReportFields form={form} />
      </FormSection>
      <FormEnd form={form} submitLabel="Создать исследование" />
    </form>
  );
}

/** Selects an existing patient or takes the card of a new one. */
function PatientSection({ form: { draft, errors, patients, existing, change } }: { form: Form }) {
  const isExisting = draft.patientID !== null;
  return (
    <FormSection title="Пациент">
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
    </FormSection>
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
        maxLength={MOST_CHARACTERS.reportQuestion}
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
