import { useEffect, useRef } from 'react';
import { queryClient } from '../query-client.ts';

interface Sending {
  isPaused?: boolean;
  submittedAt?: number;
}

/** A form that is closed while its mutation waits for the connection cancels it: it must not run later, unseen. */
export function useCancelWaiting(sending: Sending) {
  const latest = useRef(sending);
  useEffect(() => {
    latest.current = sending;
  });
  useEffect(
    () => () => {
      const { isPaused, submittedAt } = latest.current;
      if (!isPaused) return;
      const cache = queryClient.getMutationCache();
      const isSame = ({ state }: { state: { submittedAt: number } }) => state.submittedAt === submittedAt;
      for (const mutation of cache.findAll({ predicate: isSame })) cache.remove(mutation);
    },
    [],
  );
}
