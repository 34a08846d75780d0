import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { isGone, senderQuery } from '../send/queries.ts';
import { isSentElsewhere, type Sender } from './is-running.ts';

export interface SentElsewhere {
  /** until the first answer nothing is known */
  isPending: boolean;
  isRunning: boolean;
  inTab: boolean;
  /** absent when an older server does not say it */
  sender: Sender | undefined;
}

/** Follows an upload that this tab does not send. `uploadUUID`: null if there is none. */
export function useSentElsewhere(
  studyID: number,
  uploadUUID: string | null,
  onChanged: () => Promise<unknown>,
): SentElsewhere {
  const { data, dataUpdatedAt, error, isPending } = useQuery({
    ...senderQuery(studyID, uploadUUID ?? ''),
    enabled: uploadUUID !== null,
  });
  const sender = data?.sender;
  const grownAgoMs = useGrowth(uploadUUID, sender?.storedBytes, dataUpdatedAt);
  const hasEnded = uploadUUID !== null && (isGone(error) || (data && data.status !== 'uploading'));
  const onEnded = useEffectEvent(onChanged);
  useEffect(() => {
    if (hasEnded) void onEnded();
  }, [hasEnded]);
  const inTab = data?.inTab ?? false;
  return {
    isPending: uploadUUID !== null && isPending && error === null,
    isRunning: !hasEnded && isSentElsewhere({ sender, inTab, grownAgoMs }),
    inTab,
    sender,
  };
}

/** Time from the last growth to the last answer; null if nothing has grown since the first answer. */
function useGrowth(uploadUUID: string | null, storedBytes: number | undefined, at: number): number | null {
  const [seen, setSeen] = useState<{ uploadUUID: string; bytes: number; grownAt: number | null }>();
  const last = seen?.uploadUUID === uploadUUID ? seen : undefined;
  if (uploadUUID !== null && storedBytes !== undefined && last?.bytes !== storedBytes) {
    const grownAt = last && storedBytes > last.bytes ? at : null;
    setSeen({ uploadUUID, bytes: storedBytes, grownAt });
  }
  const grownAt = last?.grownAt ?? null;
  return grownAt === null ? null : at - grownAt;
}
