import { Badge } from '@mantine/core';
import { counted } from '@snimok/api-client/format-numbers';
import { useQuery } from '@tanstack/react-query';
import { waitingReferralsQuery } from './queries.ts';

/** How many referrals wait for a decision; nothing if there are none. */
export function WaitingReferrals() {
  const waiting = useQuery(waitingReferralsQuery).data?.waitingCount ?? 0;
  if (waiting === 0) return null;
  return (
    <Badge
      circle={waiting < 10}
      role="img"
      aria-label={`${counted(waiting, 'направление ждёт', 'направления ждут', 'направлений ждут')} решения`}
    >
      {waiting}
    </Badge>
  );
}
