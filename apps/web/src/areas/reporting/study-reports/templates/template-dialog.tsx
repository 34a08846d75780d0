import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { STUDY_TYPES, VOLUMES_FIRST } from '@snimok/contract/studies/study-types';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Dialog } from '../../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../../shared/dialogs/dialog-form.tsx';
import { newUUID } from '../../../../shared/calls/uuid.ts';
import classes from '../editor/editor.module.css';
import { type ReportTemplate, type TemplateFacts, useCreateTemplate, useUpdateTemplate } from '../queries.ts';

interface TemplateDialogProps {
  /** undefined while the dialog is closed */
  of: ReportTemplate | 'new' | undefined;
  onClose: () => void;
}

export const TemplateDialog = ({ of, onClose }: TemplateDialogProps) => (
  <Dialog
    title={of === 'new' ? 'Новый шаблон' : 'Шаблон заключения'}
    opened={of !== undefined}
    onClose={onClose}
  >
    {of === 'new' ? (
      <NewTemplate onClose={onClose} />
    ) : (
      of && <EditTemplate key={of.templateID} template={of} onClose={onClose} />
    )}
  </Dialog>
);

type Field = TemplateFacts['fields'][number];
/** Options are typed one per line. */
type FieldValues = Omit<Field, 'options'> & { options: string };
type Values = Omit<TemplateFacts, 'fields'> & { fields: FieldValues[] };

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

const valuesOf = ({ name, studyType, fields, withFindings, conclusion }: TemplateFacts): Values => ({
  name,
  studyType,
  withFindings,
  conclusion,
  fields: fields.map((field) => ({ ...field, options: field.options.join('\n') })),
});

const factsOf = (values: Values): TemplateFacts => ({
  ...values,
  fields: values.fields.map((field) => ({
    ...field,
    options: field.kind === 'choice' ? linesOf(field.options) : [],
  })),
});

const useTemplateForm = (facts: TemplateFacts) =>
  useForm<Values>({
    initialValues: valuesOf(facts),
    validate: {
      name: (name) => (name.trim() === '' ? 'Введите название' : null),
      fields: {
        label: (label) => (label.trim() === '' ? 'Введите название поля' : null),
        options: (options, { fields }, path) => {
          const field = fields[Number(path.split('.')[1])];
          return field?.kind === 'choice' && linesOf(options).length === 0
            ? 'Введите варианты, каждый с новой строки'
            : null;
        },
        initial: (initial, { fields }, path) => {
          const field = fields[Number(path.split('.')[1])];
          const isUnknown = field?.kind === 'choice' && initial && !linesOf(field.options).includes(initial);
          return isUnknown ? 'Такого варианта нет в списке' : null;
        },
      },
    },
  });

const EMPTY: TemplateFacts = {
  name: '',
  studyType: 'cbct',
  fields: [],
  withFindings: true,
  conclusion: '',
};

function NewTemplate({ onClose }: { onClose: () => void }) {
  const create = useCreateTemplate();
  const form = useTemplateForm(EMPTY);
  return (
    <DialogForm
      sending={create}
      submitLabel="Создать"
      form={form}
      onSubmit={(values) => create.mutateAsync(factsOf(values))}
      onClose={onClose}
    >
      <TemplateFields form={form} />
    </DialogForm>
  );
}

function EditTemplate({ template, onClose }: { template: ReportTemplate; onClose: () => void }) {
  const update = useUpdateTemplate(template);
  const form = useTemplateForm(template);
  return (
    <DialogForm
      sending={update}
      submitLabel="Сохранить"
      form={form}
      onSubmit={(values) => update.mutateAsync(factsOf(values))}
      onClose={onClose}
    >
      <TemplateFields form={form} />
    </DialogForm>
  );
}

type Form = UseFormReturnType<Values>;
const MOST_FIELDS = 30;

const TemplateFields = ({ form }: { form: Form }) => (
  <>
    <TextInput
      label="Название"
      maxLength={MOST_CHARACTERS.name}
      autoComplete="off"
      data-autofocus
      {...form.getInputProps('name')}
    />
    <SegmentedControl
      aria-label="Тип исследования"
      data={VOLUMES_FIRST.map((type) => ({ value: type, label: STUDY_TYPES[type].label }))}
      {...form.getInputProps('studyType')}
    />
    {form.values.fields.map((field, at) => (
      <FieldFields key={field.fieldID} form={form} at={at} />
    ))}
    {form.values.fields.length < MOST_FIELDS && (
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} stroke={1.8} />}
          onClick={() =>
            form.insertListItem('fields', {
              fieldID: newUUID(),
              label: '',
              kind: 'text',
              options: '',
              initial: '',
            })
          }
        >
          Добавить поле
        </Button>
      </Group>
    )}
    <Checkbox
      label="Находки по зубам"
      description="Список зубов с описанием каждой находки"
      {...form.getInputProps('withFindings', { type: 'checkbox' })}
    />
    <Textarea
      label="Заключение по умолчанию"
      autosize
      minRows={2}
      maxLength={MOST_CHARACTERS.reportText}
      {...form.getInputProps('conclusion')}
    />
  </>
);

const KINDS = [
  { value: 'text', label: 'Несколько строк' },
  { value: 'line', label: 'Одна строка' },
  { value: 'choice', label: 'Выбор из списка' },
];

function FieldFields({ form, at }: { form: Form; at: number }) {
  const { kind, label } = form.values.fields[at]!;
  const path = `fields.${at}`;
  const name = label || `поле ${at + 1}`;
  const move = (to: number) => form.reorderListItem('fields', { from: at, to });
  return (
    <Stack gap="xs" className={classes.item} role="group" aria-label={`Поле ${at + 1}`}>
      <Group gap={4} justify="space-between" wrap="nowrap">
        <Text size="sm" fw={500}>
          Поле {at + 1}
        </Text>
        <Group gap={0} wrap="nowrap">
          <Tool label={`Выше: ${name}`} disabled={at === 0} onClick={() => move(at - 1)}>
            <IconArrowUp size={18} stroke={1.6} />
          </Tool>
          <Tool
            label={`Ниже: ${name}`}
            disabled={at === form.values.fields.length - 1}
            onClick={() => move(at + 1)}
          >
            <IconArrowDown size={18} stroke={1.6} />
          </Tool>
          <Tool label={`Убрать: ${name}`} onClick={() => form.removeListItem('fields', at)}>
            <IconTrash size={18} stroke={1.6} />
          </Tool>
        </Group>
      </Group>
      <TextInput
        label="Название поля"
        maxLength={MOST_CHARACTERS.name}
        {...form.getInputProps(`${path}.label`)}
      />
      <Select label="Вид" data={KINDS} allowDeselect={false} {...form.getInputProps(`${path}.kind`)} />
      {kind === 'choice' && (
        <Textarea
          label="Варианты, каждый с новой строки"
          autosize
          minRows={2}
          {...form.getInputProps(`${path}.options`)}
        />
      )}
      <Textarea
        label="Текст по умолчанию"
        autosize
        minRows={1}
        maxLength={MOST_CHARACTERS.reportText}
        {...form.getInputProps(`${path}.initial`)}
      />
    </Stack>
  );
}

interface ToolProps {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

const Tool = ({ label, children, ...props }: ToolProps) => (
  <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} {...props}>
    {children}
  </ActionIcon>
);
