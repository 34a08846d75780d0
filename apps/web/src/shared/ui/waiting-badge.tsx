import { Badge } from '@mantine/core';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useFirstLive } from '../realtime/use-first-live.ts';

interface Counted {
  waitingCount: number;
}

interface Props<Key extends readonly unknown[]> {
  query: UseQueryOptions<Counted, Error, Counted, Key>;
  /** for screen readers, e.g. «3 направления ждут решения» */
  labelOf: (waiting: number) => string;
}

/** The number beside a menu item, such as referrals without a decision. Renders nothing for 0. */
export function WaitingBadge<Key extends readonly unknown[]>({ query, labelOf }: Props<Key>) {
  const waiting = useQuery({ ...query, enabled: useFirstLive() }).data?.waitingCount ?? 0;
  if (waiting === 0) return null;
  return (
    <Badge circle={waiting < 10} role="img" aria-label={labelOf(waiting)}>
      {waiting}
    </Badge>
  );
}
