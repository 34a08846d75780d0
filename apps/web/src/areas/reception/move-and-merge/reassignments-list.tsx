import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay, formatMoment } from '../../../shared/dates/dates.ts';
import { Confirmation } from '../../../shared/dialogs/confirmation.tsx';
import { studyNameAmong } from '../../platform/lists/study-names.ts';
import { type MadeReassignment, reassignmentsQuery, useUndo } from './queries.ts';

/** The moves and merges of a patient above the history, with buttons that undo them. Nothing if there were none. */
export function ReassignmentsList({ patientID }: { patientID: number }) {
  const { data: reassignments = [] } = useQuery(reassignmentsQuery(patientID));
  if (reassignments.length === 0) return null;
  // a study that was moved twice is one study
  const studies = new Map(reassignments.flatMap(({ study }) => (study ? [[study.studyID, study]] : [])));
  const nameOfStudy = studyNameAmong([...studies.values()]);
  return (
    <Stack component="section" gap="sm" mb="lg" aria-label="Переносы и объединения">
      <Title order={3} size="sm">
        Переносы и объединения
      </Title>
      {reassignments.map((made) => (
        <Made key={made.reassignmentID} made={made} nameOfStudy={nameOfStudy} />
      ))}
    </Stack>
  );
}

interface MadeProps {
  made: MadeReassignment;
  nameOfStudy: ReturnType<typeof studyNameAmong>;
}

function Made({ made, nameOfStudy }: MadeProps) {
  const { reassignmentID, createdAt, creatorName, undoneAt, undoneBy, undoUntil } = made;
  const [asking, ask] = useState(false);
  const undo = useUndo();
  return (
    <Alert color="gray" variant="light" p="sm">
      <Text size="sm">{sentenceOf(made, nameOfStudy)}</Text>
      <Text size="sm" c="dimmed">
        {formatMoment(createdAt)}, {creatorName}
      </Text>
      {undoneAt && (
        <Text size="sm" c="dimmed">
          Отменено {formatMoment(undoneAt)}
          {undoneBy && `, ${undoneBy}`}
        </Text>
      )}
      {undoUntil && !asking && (
        <Group justify="space-between" mt={6}>
          <Text size="sm" c="dimmed">
            Отменить можно до {formatDay(undoUntil)}
          </Text>
          <Button size="compact-md" variant="default" onClick={() => ask(true)}>
            Отменить
          </Button>
        </Group>
      )}
      {undoUntil && asking && (
        <Confirmation
          label="Отмена"
          question={QUESTIONS[made.kind]}
          confirmLabel={made.kind === 'merge' ? 'Разделить' : 'Вернуть'}
          sending={undo}
          onConfirm={() => undo.mutateAsync(reassignmentID)}
          onCancel={() => {
            undo.reset();
            ask(false);
          }}
        />
      )}
    </Alert>
  );
}

const QUESTIONS: Record<MadeReassignment['kind'], string> = {
  study: 'Вернуть исследование прежнему пациенту? Доступ, ссылки и записи станут такими, как были.',
  patient: 'Вернуть пациента прежнему клиенту со всеми исследованиями, и с теми, что добавлены с тех пор?',
  merge:
    'Снова разделить карточки? Исследования, добавленные после объединения, останутся в оставленной карточке.',
};

const nameOf = ({ name, patientID }: MadeReassignment['from']) => (name ? `«${name}»` : `№ ${patientID}`);

const sentenceOf = (
  { kind, from, to, study }: MadeReassignment,
  nameOfStudy: MadeProps['nameOfStudy'],
): string => {
  if (kind === 'merge')
    return `Карточка ${nameOf(from)} (№ ${from.patientID}) объединена с ${nameOf(to)} (№ ${to.patientID})`;
  if (kind === 'patient') return `Пациент перенесён: ${from.doctorName} → ${to.doctorName}`;
  const what = study ? nameOfStudy(study) : 'Исследование';
  const clients = from.doctorName === to.doctorName ? '' : ` (${from.doctorName} → ${to.doctorName})`;
  return `${what}: от пациента ${nameOf(from)} к пациенту ${nameOf(to)}${clients}`;
};
