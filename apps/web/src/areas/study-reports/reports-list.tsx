import { SegmentedControl, Stack, Text } from '@mantine/core';
import { STUDY_TYPES } from '@snimok/contract/study-types';
import { IconFileCheck, IconFileText } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { formatDay } from '../../shared/dates.ts';
import { DayAndTime } from '../../shared/ui/day-and-time.tsx';
import { Empty } from '../../shared/ui/empty.tsx';
import { PagedTable } from '../../shared/ui/paged-table.tsx';
import { usePageOffset } from '../../shared/ui/paging.tsx';
import type { Column } from '../../shared/ui/rows-table.tsx';
import { useList } from '../../shared/use-list.ts';
import { cardPath, reportPath } from './paths.ts';
import { type ListedReport, reportsQuery } from './queries.ts';
import { WriteButton } from './write-button.tsx';

const STATES = [
  { value: 'waiting', label: 'Ждут заключения' },
  { value: 'signed', label: 'Подписанные' },
];

/** The studies that wait for a report, and the signed reports. */
export function ReportsList() {
  const [search, setSearch] = useSearchParams();
  const state = search.get('state') === 'signed' ? 'signed' : 'waiting';
  const { list, waiting } = useList(reportsQuery(state, usePageOffset()));
  return (
    <Stack gap="md" align="stretch">
      <SegmentedControl
        aria-label="Какие заключения показать"
        data={STATES}
        value={state}
        style={{ alignSelf: 'flex-start', maxWidth: '100%' }}
        onChange={(value) => setSearch(value === 'signed' ? { state: value } : {}, { replace: true })}
      />
      <PagedTable
        label={state === 'signed' ? 'Подписанные заключения' : 'Исследования, которые ждут заключения'}
        wide
        columns={state === 'signed' ? signedColumns : waitingColumns}
        page={list}
        rows={list?.reports}
        waiting={waiting}
        skeletonRows={5}
        rowKey={({ studyID }) => studyID}
        rowTo={(row) =>
          state === 'signed' && row.signed ? reportPath(row.studyID, row.signed.number) : cardPath(row)
        }
        empty={
          state === 'signed' ? (
            <Empty icon={IconFileCheck} title="Подписанных заключений пока нет">
              Здесь будут все заключения центра: кто подписал и кто прочитал.
            </Empty>
          ) : (
            <Empty icon={IconFileText} title="Заключений никто не ждёт">
              Здесь появятся исследования, для которых заключение запросил врач или нужно вам: отметьте «Нужно
              заключение» на карточке исследования или при его создании.
            </Empty>
          )
        }
      />
    </Stack>
  );
}

const patientColumn: Column<ListedReport> = {
  label: 'Пациент',
  main: true,
  cell: ({ patientName }) => patientName,
};
const studyColumn: Column<ListedReport> = {
  label: 'Исследование',
  width: '14%',
  cell: ({ studyType, studyCreatedAt }) => (
    <>
      {STUDY_TYPES[studyType].label}
      <Text size="sm" c="dimmed">
        {formatDay(studyCreatedAt)}
      </Text>
    </>
  ),
};
const clientColumn: Column<ListedReport> = {
  label: 'Клиент',
  width: '16%',
  cell: ({ doctorName }) => doctorName,
};

const Progress = ({ draft, studyStatus, signed }: ListedReport) => {
  if (draft)
    return (
      <>
        Пишет {draft.changedByName}
        <Text size="sm" c="dimmed" component="div">
          <DayAndTime instant={draft.changedAt} />
        </Text>
      </>
    );
  if (signed?.misfiled) return 'Исправить: подписано для карточки другого пациента';
  return studyStatus === 'in-work' ? 'Снимки ещё не загружены' : 'Никто не пишет';
};

const waitingColumns: Column<ListedReport>[] = [
  patientColumn,
  studyColumn,
  clientColumn,
  {
    label: 'Запрошено',
    width: '22%',
    cell: ({ requestedAt, request }) => (
      <>
        {requestedAt ? <DayAndTime instant={requestedAt} /> : '—'}
        {request?.byName && (
          <Text size="sm" c="dimmed">
            {request.byName}
          </Text>
        )}
        {request?.question && (
          <Text size="sm" lineClamp={3}>
            Вопрос: {request.question}
          </Text>
        )}
      </>
    ),
  },
  { label: 'Состояние', width: '16%', cell: Progress },
  {
    label: 'Действия',
    actions: true,
    width: 220,
    cell: ({ studyID, studyType, studyStatus, draft, signed, patientName }) =>
      studyStatus !== 'in-work' && (
        <WriteButton
          studyID={studyID}
          studyType={studyType}
          hasDraft={draft !== null}
          hasReport={signed !== null}
          of={patientName}
        />
      ),
  },
];

const signedColumns: Column<ListedReport>[] = [
  patientColumn,
  studyColumn,
  clientColumn,
  {
    label: 'Подписано',
    width: '18%',
    cell: ({ signed }) =>
      signed && (
        <>
          {signed.authorName}
          <Text size="sm" c="dimmed" component="div">
            <DayAndTime instant={signed.signedAt} />
          </Text>
          {signed.misfiled && (
            <Text size="sm" c="red">
              Для карточки другого пациента
            </Text>
          )}
        </>
      ),
  },
  {
    label: 'Прочитано',
    width: '16%',
    cell: ({ signed }) => (signed?.readAt ? <DayAndTime instant={signed.readAt} /> : 'ещё нет'),
  },
];
