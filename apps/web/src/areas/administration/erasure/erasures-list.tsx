import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { counted } from '@snimok/api-client/format-numbers';
import { IconInfoCircle, IconUserX } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDay } from '../../../shared/dates/dates.ts';
import { DayAndTime } from '../../../shared/dates/day-and-time.tsx';
import { Empty } from '../../../shared/ui/empty.tsx';
import { PagedTable } from '../../../shared/lists/paged-table.tsx';
import { usePageOffset } from '../../../shared/lists/paging.tsx';
import type { Column } from '../../../shared/lists/rows-table.tsx';
import { useList } from '../../../shared/lists/use-list.ts';
import { DecideDialog } from './decide-dialog.tsx';
import { type ChosenDecision, type Erasure, erasuresQuery } from './queries.ts';

/** The requests to delete all data of a patient; another administrator than the author decides. */
export function ErasuresList() {
  const { list, waiting } = useList(erasuresQuery(usePageOffset()));
  const [chosen, setChosen] = useState<ChosenDecision>();
  return (
    <Stack gap="md">
      {list && list.administratorsCount < 2 && (
        <Alert color="yellow" icon={<IconInfoCircle />} title="Нужен второй администратор">
          Удаление подтверждает другой администратор, а в центре он один. Дайте право «Администрирование» ещё
          одному сотруднику на странице «Сотрудники».
        </Alert>
      )}
      <PagedTable
        label="Запросы на удаление персональных данных"
        columns={columnsFor(setChosen)}
        page={list}
        rows={list?.erasures}
        waiting={waiting}
        skeletonRows={3}
        rowKey={({ erasureUUID }) => erasureUUID}
        empty={
          <Empty icon={IconUserX} title="Запросов нет">
            Чтобы удалить данные пациента, откройте его карточку и выберите «Удалить персональные данные» в
            меню «⋯».
          </Empty>
        }
      />
      <DecideDialog chosen={chosen} onClose={() => setChosen(undefined)} />
    </Stack>
  );
}

const STATES: Record<Erasure['status'], string> = {
  requested: 'ждёт подтверждения',
  waiting: 'подтверждено, начнётся',
  running: 'данные удаляются',
  done: 'данные удалены',
  refused: 'отклонён',
  withdrawn: 'отозван',
  expired: 'срок истёк',
};

const Patient = ({ patientID, patientName, birthday, studiesCount, status }: Erasure) => (
  <>
    <Text fw={500}>{patientName ?? `Карточка № ${patientID}`}</Text>
    <Text size="sm" c="dimmed">
      {birthday && `${formatDay(birthday)} · `}
      {status === 'done' && 'удалено: '}
      {counted(studiesCount, 'исследование', 'исследования', 'исследований')}
    </Text>
  </>
);

const State = ({ status, expiresAt, finishedAt, decidedBy, eraseAt, can }: Erasure) => {
  const instant = { requested: expiresAt, waiting: eraseAt }[status as string] ?? finishedAt;
  return (
    <>
      <Text fw={status === 'requested' || status === 'waiting' ? 600 : undefined}>{STATES[status]}</Text>
      <Text size="sm" c="dimmed" component="div">
        {status === 'requested' && 'до '}
        {instant && <DayAndTime instant={instant} />}
        {decidedBy && <div>{decidedBy}</div>}
        {can.decide && can.confirm === false && (
          <div>нужен администратор, который не связан с автором запроса</div>
        )}
      </Text>
    </>
  );
};

const columnsFor = (onChoose: (chosen: ChosenDecision) => void): Column<Erasure>[] => [
  { label: 'Пациент', main: true, cell: Patient },
  { label: 'Клиент', width: '14%', minor: true, cell: ({ doctorName }) => doctorName ?? '—' },
  { label: 'Основание', width: '20%', whole: null, cell: ({ reason }) => reason || '—' },
  {
    label: 'Кто запросил',
    width: '14%',
    cell: ({ requestedBy, requestedAt }) => (
      <>
        {requestedBy ?? '—'}
        <Text size="sm" c="dimmed" component="div">
          <DayAndTime instant={requestedAt} />
        </Text>
      </>
    ),
  },
  { label: 'Состояние', width: '14%', cell: State },
  {
    label: 'Действия',
    actions: true,
    width: 250,
    cell: (erasure) => <Actions erasure={erasure} onChoose={onChoose} />,
  },
];

interface ActionsProps {
  erasure: Erasure;
  onChoose: (chosen: ChosenDecision) => void;
}

function Actions({ erasure, onChoose }: ActionsProps) {
  const { can, patientName } = erasure;
  return (
    <Group gap={4} justify="flex-end">
      {can.decide && (
        <>
          <Button
            size="xs"
            variant="default"
            aria-label={`Отклонить: ${patientName}`}
            onClick={() => onChoose({ erasure, decision: 'refuse' })}
          >
            Отклонить
          </Button>
          {can.confirm !== false && (
            <Button
              size="xs"
              aria-label={`Подтвердить: ${patientName}`}
              onClick={() => onChoose({ erasure, decision: 'confirm' })}
            >
              Подтвердить
            </Button>
          )}
        </>
      )}
      {can.stop && (
        <Button
          size="xs"
          aria-label={`Остановить: ${patientName}`}
          onClick={() => onChoose({ erasure, decision: 'stop' })}
        >
          Остановить
        </Button>
      )}
      {can.withdraw && (
        <Button
          size="xs"
          variant="default"
          aria-label={`Отозвать: ${patientName}`}
          onClick={() => onChoose({ erasure, decision: 'withdraw' })}
        >
          Отозвать
        </Button>
      )}
    </Group>
  );
}
