import { Button } from '@mantine/core';
import { IconFileDescription } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { CallProblem } from '../../../shared/calls/call.ts';
import { DayAndTime } from '../../../shared/dates/day-and-time.tsx';
import { Empty } from '../../../shared/ui/empty.tsx';
import { PagedTable } from '../../../shared/lists/paged-table.tsx';
import { usePageOffset } from '../../../shared/lists/paging.tsx';
import type { Column } from '../../../shared/lists/rows-table.tsx';
import { showFailure } from '../../../shared/failures/show-failure.ts';
import { useList } from '../../../shared/lists/use-list.ts';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { ListTools } from '../../platform/lists/list-tools.tsx';
import { patientPath } from '../../people/patients/patients-list.tsx';
import { referredColumn, StateBadge } from './labels.tsx';
import { type IncomingReferral, incomingReferralsQuery, useAcceptReferral } from './queries.ts';
import { INCOMING_PATH } from '../../studies/study-card/referral-queries.ts';
import { StateSelect, useStateFilter } from './sent-list.tsx';

const columns: Column<IncomingReferral>[] = [
  { label: '№', width: 56, cell: ({ number }) => number },
  referredColumn,
  { label: 'Исследование', width: '18%', cell: ({ examination }) => examination },
  { label: 'Клиент', width: '14%', minor: true, cell: ({ doctorName }) => doctorName },
  { label: 'Получено', width: 154, cell: ({ createdAt }) => <DayAndTime instant={createdAt} /> },
  {
    label: 'Состояние',
    width: 190,
    cell: ({ state, urgency }) => <StateBadge state={state} urgent={urgency === 'urgent'} />,
  },
  { label: 'Действия', actions: true, width: 110, cell: (referral) => <AcceptNow referral={referral} /> },
];

/** The referrals of all clients; those that wait for a decision come first. */
export function IncomingList() {
  const { state, set } = useStateFilter();
  const { list, waiting } = useList(incomingReferralsQuery(usePageOffset(), state));
  return (
    <>
      <ListTools filtered={state !== undefined} actions={<StateSelect state={state} onChange={set} />} />
      <PagedTable
        label="Направления"
        columns={columns}
        page={list}
        rows={list?.referrals}
        waiting={waiting}
        rowKey={({ referralUUID }) => referralUUID}
        rowTo={({ referralUUID }) => `${INCOMING_PATH}/${referralUUID}`}
        empty={
          <Empty icon={IconFileDescription} title="Направлений нет">
            {state
              ? 'Выберите другое состояние.'
              : 'Здесь появятся направления, которые клиенты отправят из своего кабинета.'}
          </Empty>
        }
      />
    </>
  );
}

/** Accepts at once and opens the study; if a card has to be chosen first, opens the referral. */
function AcceptNow({ referral }: { referral: IncomingReferral }) {
  const { referralUUID, patientName, state } = referral;
  const accepting = useAcceptReferral(referralUUID);
  const runSingle = useSingleFlight();
  const navigate = useNavigate();
  if (state !== 'sent') return null;
  const accept = async () => {
    try {
      const created = await accepting.mutateAsync({});
      await navigate(`${patientPath(created)}#study-${created.studyID}`);
    } catch (reason) {
      // the referral's page shows the similar cards, or the colleague who was faster
      if (reason instanceof CallProblem && reason.status === 409)
        await navigate(`${INCOMING_PATH}/${referralUUID}`);
      else showFailure(reason);
    }
  };
  return (
    <Button
      size="xs"
      loading={accepting.isPending}
      aria-label={`Принять: ${patientName}`}
      onClick={() => runSingle(accept)}
    >
      Принять
    </Button>
  );
}
