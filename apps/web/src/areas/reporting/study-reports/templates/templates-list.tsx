import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { counted } from '@snimok/api-client/format-numbers';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { IconPencil, IconPlus, IconTemplate, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDay } from '../../../../shared/dates/dates.ts';
import { ConfirmDialog } from '../../../../shared/dialogs/confirm-dialog.tsx';
import { Empty } from '../../../../shared/ui/empty.tsx';
import { type Column, RowsTable } from '../../../../shared/lists/rows-table.tsx';
import { useList } from '../../../../shared/lists/use-list.ts';
import { type ReportTemplate, templatesQuery, useDeleteTemplate } from '../queries.ts';
import { TemplateDialog } from './template-dialog.tsx';

type Choice = { kind: 'edit' | 'delete'; template: ReportTemplate } | { kind: 'new' };

/** The templates of reports. */
export function TemplatesList() {
  const { list } = useList(templatesQuery);
  const [choice, setChoice] = useState<Choice>();
  const close = () => setChoice(undefined);
  const columns = columnsFor(setChoice);
  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Text c="dimmed" style={{ flex: '1 1 240px' }}>
          Шаблон задаёт поля нового заключения. Начатые заключения от его изменений не меняются.
        </Text>
        <Button leftSection={<IconPlus size={18} stroke={1.8} />} onClick={() => setChoice({ kind: 'new' })}>
          Создать шаблон
        </Button>
      </Group>
      {list?.templates.length === 0 ? (
        <Empty icon={IconTemplate} title="Шаблонов нет">
          Создайте шаблон, чтобы писать заключения.
        </Empty>
      ) : (
        <RowsTable
          label="Шаблоны заключений"
          columns={columns}
          rows={list?.templates}
          skeletonRows={2}
          rowKey={({ templateID }) => templateID}
        />
      )}
      <TemplateDialog
        of={choice?.kind === 'edit' ? choice.template : choice?.kind === 'new' ? 'new' : undefined}
        onClose={close}
      />
      <ConfirmDialog
        title="Удалить шаблон"
        of={choice?.kind === 'delete' ? choice.template : undefined}
        mutation={useDeleteTemplate()}
        submitLabel="Удалить"
        onClose={close}
      >
        {({ name }) => (
          <Text>
            По шаблону <b>{name}</b> больше нельзя будет начать заключение. Начатые и подписанные заключения
            останутся.
          </Text>
        )}
      </ConfirmDialog>
    </>
  );
}

const columnsFor = (onChoose: (choice: Choice) => void): Column<ReportTemplate>[] => [
  { label: 'Шаблон', main: true, cell: ({ name }) => name },
  { label: 'Исследование', width: '20%', cell: ({ studyType }) => STUDY_TYPES[studyType].label },
  {
    label: 'Состав',
    width: '24%',
    whole: null,
    cell: ({ fields, withFindings }) =>
      `${counted(fields.length, 'поле', 'поля', 'полей')}${withFindings ? ', находки по зубам' : ''}`,
  },
  {
    label: 'Изменён',
    width: '18%',
    cell: ({ changedByName, changedAt }) => (
      <>
        {formatDay(changedAt)}
        {changedByName && (
          <Text size="sm" c="dimmed">
            {changedByName}
          </Text>
        )}
      </>
    ),
  },
  {
    label: 'Действия',
    actions: true,
    width: 110,
    cell: (template) => (
      <Group gap={4} justify="flex-end" wrap="nowrap">
        <ActionIcon
          variant="subtle"
          size={36}
          aria-label={`Изменить: ${template.name}`}
          onClick={() => onChoose({ kind: 'edit', template })}
        >
          <IconPencil size={18} stroke={1.6} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={`Удалить: ${template.name}`}
          onClick={() => onChoose({ kind: 'delete', template })}
        >
          <IconTrash size={18} stroke={1.6} />
        </ActionIcon>
      </Group>
    ),
  },
];
