import { counted } from '@snimok/api-client/format-numbers';
import { countAttention } from '@snimok/contract/administration/day-overview';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/calls/call.ts';
import { WaitingBadge } from '../../../shared/ui/waiting-badge.tsx';

/** There is no event when an upload stops sending bytes. */
const POLL_MS = 60_000;

const attentionQuery = queryOptions({
  queryKey: ['overview', 'waiting'],
  queryFn: () => call(countAttention),
  refetchInterval: POLL_MS,
});

/** What waits for an assistant: interrupted uploads, errors, letters. */
export const WaitingAttention = () => <WaitingBadge query={attentionQuery} labelOf={labelOf} />;

const labelOf = (waiting: number) =>
  `${counted(waiting, 'дело требует', 'дела требуют', 'дел требуют')} внимания`;
