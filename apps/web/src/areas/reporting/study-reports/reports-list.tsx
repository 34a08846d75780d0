import { SegmentedControl, Stack, Text } from '@mantine/core';
import { IconFileCheck, IconFileText } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { formatMoment } from '../../../shared/dates/dates.ts';
import { DayAndTime } from '../../../shared/dates/day-and-time.tsx';
import { Empty } from '../../../shared/ui/empty.tsx';
import { PagedTable } from '../../../shared/lists/paged-table.tsx';
import { usePageOffset } from '../../../shared/lists/paging.tsx';
import type { Column } from '../../../shared/lists/rows-table.tsx';
import { useList } from '../../../shared/lists/use-list.ts';
import { studyNameAmong } from '../../platform/lists/study-names.ts';
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
        columns={(state === 'signed' ? signedColumns : waitingColumns)(list?.reports ?? [])}
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
              Здесь появятся исследования, для которых клиент просит заключение или вы сами отметили «Нужно
              заключение»: на карточке исследования либо при его создании.
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
const studyOf = ({ studyType, studyCreatedAt, examinedAt, studyStatus, patientID }: ListedReport) => ({
  type: studyType,
  createdAt: studyCreatedAt,
  examinedAt,
  status: studyStatus,
  patientID,
});
const studyColumnOf = (rows: ListedReport[]): Column<ListedReport> => {
  const nameOf = studyNameAmong(rows.map(studyOf));
  return { label: 'Исследование', width: 190, whole: null, cell: (row) => nameOf(studyOf(row)) };
};
const clientColumn: Column<ListedReport> = {
  label: 'Клиент',
  width: '18%',
  minor: true,
  cell: ({ doctorName }) => doctorName,
};

const progressOf = ({ draft, studyStatus, signed }: ListedReport): string => {
  if (draft) return `Пишет ${draft.changedByName}, ${formatMoment(draft.changedAt)}`;
  if (signed?.misfiled) return 'Исправить: подписано для карточки другого пациента';
  return studyStatus === 'in-work' ? 'Снимки ещё не загружены' : 'Ещё не начато';
};

const requestOf = ({ requestedAt, request }: ListedReport): string => {
  const when = requestedAt ? formatMoment(requestedAt) : '—';
  const asked = request?.byName ? `${when}, ${request.byName}` : when;
  return request?.question ? `${asked}. Вопрос: ${request.question}` : asked;
};

const waitingColumns = (rows: ListedReport[]): Column<ListedReport>[] => [
  patientColumn,
  studyColumnOf(rows),
  clientColumn,
  {
    label: 'Запрошено',
    width: '18%',
    cell: requestOf,
  },
  { label: 'Состояние', width: '14%', cell: progressOf },
  {
    label: 'Действия',
    actions: true,
    width: 150,
    cell: ({ studyID, studyType, studyStatus, draft, signed, patientName }) =>
      studyStatus !== 'in-work' && (
        <WriteButton
          studyID={studyID}
          studyType={studyType}
          hasDraft={draft !== null}
          hasReport={signed !== null}
          brief
          of={patientName}
        />
      ),
  },
];

const signatureOf = ({ authorName, signedAt }: NonNullable<ListedReport['signed']>): string =>
  `${authorName}, ${formatMoment(signedAt)}`;

const signedColumns = (rows: ListedReport[]): Column<ListedReport>[] => [
  patientColumn,
  studyColumnOf(rows),
  clientColumn,
  {
    label: 'Подписано',
    width: '30%',
    whole: ({ signed }) => (signed ? signatureOf(signed) : ''),
    cell: ({ signed }) =>
      signed && (
        <>
          {signed.misfiled && (
            <Text span inherit c="red">
              Для карточки другого пациента:{' '}
            </Text>
          )}
          {signatureOf(signed)}
        </>
      ),
  },
  {
    label: 'Прочитано',
    width: 154,
    cell: ({ signed }) => (signed?.readAt ? <DayAndTime instant={signed.readAt} /> : 'ещё нет'),
  },
];
