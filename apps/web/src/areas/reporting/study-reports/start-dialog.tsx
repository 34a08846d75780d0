import { Radio, Stack, Text } from '@mantine/core';
import type { StudyType } from '@snimok/contract/studies/study-types';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { Failure } from '../../../shared/failures/failure.tsx';
import { editorPath } from './paths.ts';
import { templatesQuery, useStartReport } from './queries.ts';

interface StartDialogProps {
  studyID: number;
  studyType: StudyType;
  opened: boolean;
  onClose: () => void;
}

/** Chooses the template of a new report. */
export const StartDialog = ({ opened, onClose, ...study }: StartDialogProps) => (
  <Dialog title="Новое заключение" opened={opened} onClose={onClose}>
    <StartForm {...study} onClose={onClose} />
  </Dialog>
);

function StartForm({ studyID, studyType, onClose }: Omit<StartDialogProps, 'opened'>) {
  const { data, error, refetch } = useQuery(templatesQuery);
  const start = useStartReport(studyID);
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string>();
  const templates = data?.templates.filter((template) => template.studyType === studyType) ?? [];
  const value = chosen ?? String(templates[0]?.templateID ?? '');
  const submit = async () => {
    await start.mutateAsync(value === '' ? null : Number(value));
    await navigate(editorPath(studyID));
  };
  if (error && !data) return <Failure reason={error} onRetry={() => void refetch()} />;

  return (
    <DialogForm
      sending={{ ...start, isSuccess: false }}
      submitLabel="Начать"
      onSubmit={submit}
      onClose={onClose}
    >
      {data && templates.length === 0 ? (
        <Text>Для исследований этого типа нет шаблонов. Создайте шаблон на странице «Заключения».</Text>
      ) : (
        <Radio.Group label="Шаблон" value={value} onChange={setChosen}>
          <Stack gap="xs" mt={6}>
            {templates.map(({ templateID, name }) => (
              <Radio
                key={templateID}
                value={String(templateID)}
                label={name}
                // also when the templates arrive after the dialog has focused its first button, «Закрыть»
                autoFocus={String(templateID) === value}
                data-autofocus={String(templateID) === value || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </DialogForm>
  );
}
