import { Badge } from '@mantine/core';
import { counted } from '@snimok/api-client/format-numbers';
import { useQuery } from '@tanstack/react-query';
import { waitingErasuresQuery } from './queries.ts';

/** How many requests of colleagues wait for this administrator; nothing if there are none. */
export function WaitingErasures() {
  const waiting = useQuery(waitingErasuresQuery).data?.waitingCount ?? 0;
  if (waiting === 0) return null;
  return (
    <Badge
      circle={waiting < 10}
      role="img"
      aria-label={`${counted(waiting, 'запрос', 'запроса', 'запросов')} на удаление данных`}
    >
      {waiting}
    </Badge>
  );
}
