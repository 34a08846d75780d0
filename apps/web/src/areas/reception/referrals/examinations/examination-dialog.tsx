import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Group, Radio, Switch, Textarea, TextInput } from '@mantine/core';
import { STUDY_TYPE_NAMES, STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { useState } from 'react';
import { Dialog } from '../../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../../shared/dialogs/dialog-form.tsx';
import { type EditedExamination, type ExaminationFacts, useSaveExamination } from './queries.ts';

const NEW_EXAMINATION: ExaminationFacts = { name: '', studyType: 'cbct', preparation: '', active: true };

interface ExaminationDialogProps {
  /** the examination to change; null creates a new one */
  examination: EditedExamination | null;
  opened: boolean;
  onClose: () => void;
}

export const ExaminationDialog = ({ examination, opened, onClose }: ExaminationDialogProps) => (
  <Dialog title={examination ? 'Исследование' : 'Новое исследование'} opened={opened} onClose={onClose}>
    <ExaminationForm examination={examination} onClose={onClose} />
  </Dialog>
);

function ExaminationForm({ examination, onClose }: Omit<ExaminationDialogProps, 'opened'>) {
  const saving = useSaveExamination(examination);
  const [facts, setFacts] = useState<ExaminationFacts>(examination ?? NEW_EXAMINATION);
  const [missing, setMissing] = useState<string>();
  const change = (part: Partial<ExaminationFacts>) => setFacts((before) => ({ ...before, ...part }));
  const submit = () => {
    if (facts.name.trim() === '') return setMissing('Введите название');
    const { name, studyType, preparation, active } = facts;
    return saving.mutateAsync({ name, studyType, preparation, active });
  };
  return (
    <DialogForm sending={saving} submitLabel="Сохранить" onSubmit={submit} onClose={onClose}>
      <TextInput
        label="Название"
        autoComplete="off"
        maxLength={MOST_CHARACTERS.name}
        data-autofocus
        value={facts.name}
        error={missing}
        onChange={({ currentTarget }) => {
          change({ name: currentTarget.value });
          setMissing(undefined);
        }}
      />
      <Radio.Group
        label="Тип исследования"
        value={facts.studyType}
        onChange={(studyType) => change({ studyType: studyType as ExaminationFacts['studyType'] })}
      >
        <Group gap="lg" mt={4}>
          {STUDY_TYPE_NAMES.map((type) => (
            <Radio key={type} value={type} label={STUDY_TYPES[type].label} />
          ))}
        </Group>
      </Radio.Group>
      <Textarea
        label="Подготовка пациента"
        placeholder="Необязательно"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MOST_CHARACTERS.comment}
        value={facts.preparation}
        onChange={({ currentTarget }) => change({ preparation: currentTarget.value })}
      />
      <Switch
        label="Клиенты могут направить на это исследование"
        checked={facts.active}
        onChange={({ currentTarget }) => change({ active: currentTarget.checked })}
      />
    </DialogForm>
  );
}
