import { Button, Select } from '@mantine/core';
import { ReferralState } from '@snimok/contract/reception/referrals';
import { IconFileDescription, IconPlus } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { DayAndTime } from '../../../shared/dates/day-and-time.tsx';
import { Empty } from '../../../shared/ui/empty.tsx';
import { PagedTable } from '../../../shared/lists/paged-table.tsx';
import { usePageOffset } from '../../../shared/lists/paging.tsx';
import type { Column } from '../../../shared/lists/rows-table.tsx';
import { useList } from '../../../shared/lists/use-list.ts';
import { ListTools } from '../../platform/lists/list-tools.tsx';
import { referredColumn, STATE_OPTIONS, StateBadge } from './labels.tsx';
import { newReferralPath, SENT_PATH, type SentReferral, sentReferralsQuery } from './queries.ts';

const columns: Column<SentReferral>[] = [
  { label: '№', width: 72, cell: ({ number }) => number },
  referredColumn,
  { label: 'Исследование', width: '30%', cell: ({ examination }) => examination },
  { label: 'Отправлено', width: 154, cell: ({ createdAt }) => <DayAndTime instant={createdAt} /> },
  {
    label: 'Состояние',
    width: 210,
    cell: ({ state, urgency }) => <StateBadge state={state} urgent={urgency === 'urgent'} />,
  },
];

/** The filter by state, as stored in the URL. */
export function useStateFilter() {
  const [search, setSearch] = useSearchParams();
  const read = ReferralState.safeParse(search.get('state'));
  const state = read.success ? read.data : undefined;
  const set = (value: string | null) => setSearch(value ? { state: value } : {});
  return { state, set };
}

interface StateSelectProps {
  state: ReferralState | undefined;
  onChange: (state: string | null) => void;
}

export const StateSelect = ({ state, onChange }: StateSelectProps) => (
  <Select
    aria-label="Состояние"
    placeholder="Все направления"
    clearable
    clearButtonProps={{ 'aria-label': 'Показать все направления' }}
    data={STATE_OPTIONS}
    value={state ?? null}
    onChange={onChange}
    w={200}
  />
);

/** The referrals of the client, the newest first. */
export function SentList() {
  const { state, set } = useStateFilter();
  const { list, waiting } = useList(sentReferralsQuery(usePageOffset(), state));
  const isEmpty = list?.totalCount === 0;
  return (
    <>
      {!(isEmpty && !state) && (
        <ListTools filtered={state !== undefined} actions={<StateSelect state={state} onChange={set} />} />
      )}
      <PagedTable
        label="Направления"
        columns={columns}
        page={list}
        rows={list?.referrals}
        waiting={waiting}
        rowKey={({ referralUUID }) => referralUUID}
        rowTo={({ referralUUID }) => `${SENT_PATH}/${referralUUID}`}
        empty={
          <Empty
            icon={IconFileDescription}
            title={state ? 'Таких направлений нет' : 'Направлений пока нет'}
            action={!state && <NewReferralButton />}
          >
            {state
              ? 'Выберите другое состояние.'
              : 'Направьте пациента в центр: сотрудник примет направление и подготовит исследование.'}
          </Empty>
        }
      />
    </>
  );
}

export const NewReferralButton = ({ patientID }: { patientID?: number }) => (
  <Button
    component={Link}
    to={newReferralPath(patientID === undefined ? {} : { patientID })}
    variant={patientID === undefined ? 'filled' : 'default'}
    leftSection={
      patientID === undefined ? (
        <IconPlus size={18} stroke={1.8} />
      ) : (
        <IconFileDescription size={18} stroke={1.6} />
      )
    }
  >
    {patientID === undefined ? 'Новое направление' : 'Направить'}
  </Button>
);
