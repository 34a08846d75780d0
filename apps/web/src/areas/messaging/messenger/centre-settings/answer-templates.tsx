import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { ActionIcon, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { changeTemplate, createTemplate, deleteTemplate } from '@snimok/contract/messaging/messenger-office';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../shared/calls/call.ts';
import { Confirmation } from '../../../../shared/dialogs/confirmation.tsx';
import { DialogForm } from '../../../../shared/dialogs/dialog-form.tsx';
import { useRefresh } from '../../../../shared/calls/use-refresh.ts';
import { templatesQuery } from '../messages/queries.ts';
import type { Template } from '../composer/templates.ts';
import classes from './answer-templates.module.css';

/** The answer templates: a list, and the form for one of them. */
export function AnswerTemplates() {
  const [edited, edit] = useState<Template | 'new'>();
  if (edited)
    return <TemplateForm template={edited === 'new' ? null : edited} onClose={() => edit(undefined)} />;
  return <TemplateList onEdit={edit} />;
}

function TemplateList({ onEdit }: { onEdit: (template: Template | 'new') => void }) {
  const { data } = useSuspenseQuery(templatesQuery);
  const removal = useMutation({
    mutationFn: (templateID: number) => call(deleteTemplate, { params: { templateID } }),
    onSettled: useRefresh(templatesQuery.queryKey),
  });
  const [removedID, setRemovedID] = useState<number>();
  const startRemoval = (templateID?: number) => {
    removal.reset();
    setRemovedID(templateID);
  };
  return (
    <Stack gap="sm">
      <Text c="dimmed" size="sm">
        В поле ответа введите «/» или нажмите кнопку слева от него, чтобы вставить шаблон.
      </Text>
      {data.templates.length === 0 && <Text>Шаблонов пока нет.</Text>}
      <ul className={classes.list} aria-label="Шаблоны ответов">
        {data.templates.map((template) => (
          <li key={template.templateID} className={classes.row}>
            <div className={classes.facts}>
              <Text fw={500}>{template.title}</Text>
              <Text size="sm" c="dimmed" lineClamp={2}>
                {template.text}
              </Text>
              {template.templateID === removedID && (
                <Confirmation
                  label="Удаление шаблона"
                  question="Удалить шаблон? Он исчезнет у всех сотрудников."
                  confirmLabel="Удалить"
                  sending={removal}
                  onConfirm={() => removal.mutateAsync(template.templateID)}
                  onCancel={() => startRemoval()}
                />
              )}
            </div>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={40}
              aria-label={`Изменить шаблон «${template.title}»`}
              onClick={() => onEdit(template)}
            >
              <IconPencil size={18} stroke={1.6} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="red"
              size={40}
              aria-label={`Удалить шаблон «${template.title}»`}
              disabled={removal.isPending}
              onClick={() => startRemoval(template.templateID)}
            >
              <IconTrash size={18} stroke={1.6} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Group justify="flex-end">
        <Button leftSection={<IconPlus size={18} />} onClick={() => onEdit('new')}>
          Добавить шаблон
        </Button>
      </Group>
    </Stack>
  );
}

function TemplateForm({ template, onClose }: { template: Template | null; onClose: () => void }) {
  const [title, setTitle] = useState(template?.title ?? '');
  const [text, setText] = useState(template?.text ?? '');
  const saving = useMutation({
    mutationFn: async (): Promise<unknown> => {
      if (!template) return call(createTemplate, { body: { title, text } });
      const { templateID, version } = template;
      return call(changeTemplate, { params: { templateID }, body: { title, text, version } });
    },
    onSettled: useRefresh(templatesQuery.queryKey),
  });
  const submit = () => saving.mutateAsync();
  return (
    <DialogForm sending={saving} submitLabel="Сохранить" onSubmit={submit} onClose={onClose}>
      <TextInput
        label="Название"
        autoComplete="off"
        maxLength={MOST_CHARACTERS.templateTitle}
        data-autofocus
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <Textarea
        label="Текст"
        description="{имя}: имя клиента, {центр}: название центра, {часы}: часы ответа"
        autosize
        minRows={4}
        maxRows={12}
        maxLength={MOST_CHARACTERS.message}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </DialogForm>
  );
}
