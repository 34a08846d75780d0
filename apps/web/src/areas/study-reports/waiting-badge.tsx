import { Badge } from '@mantine/core';
import { counted } from '@snimok/api-client/format-numbers';
import { useQuery } from '@tanstack/react-query';
import { waitingReportsQuery } from './queries.ts';

/** How many studies wait for a report; nothing if there are none. */
export function WaitingReports() {
  const waiting = useQuery(waitingReportsQuery).data?.waitingCount ?? 0;
  if (waiting === 0) return null;
  return (
    <Badge
      circle={waiting < 10}
      role="img"
      aria-label={`${counted(waiting, 'исследование ждёт', 'исследования ждут', 'исследований ждут')} заключения`}
    >
      {waiting}
    </Badge>
  );
}
