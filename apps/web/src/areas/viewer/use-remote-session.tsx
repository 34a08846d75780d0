import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { explain } from '../../shared/explain.ts';
import { useSingly } from '../../shared/use-singly.ts';
import { readRemoteSession } from './open-remote-session.ts';
import { ViewerDialog } from './viewer-dialog.tsx';

interface RemoteSession {
  /** at a series, or at the one that people come for */
  open: (series?: number) => void;
  pending: boolean;
  /** in words, when the last attempt has failed */
  failure: string | undefined;
  /** the viewer while it is open: to be put anywhere */
  dialog: ReactNode;
}

/** Asks for a session of the online viewer, and opens what its URL leads to. */
export function useRemoteSession(ask: () => Promise<{ remoteSessionURL: string }>): RemoteSession {
  const [opened, setOpened] = useState<{ ticket: string; series: number | undefined }>();
  const singly = useSingly();
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: async (series: number | undefined) => {
      const session = readRemoteSession((await ask()).remoteSessionURL);
      if (session.kind === 'viewer') setOpened({ ticket: session.ticket, series });
      else window.open(session.url, '_blank', 'noopener');
    },
  });
  return {
    open: (series) => void singly(() => mutateAsync(series)),
    pending: isPending,
    failure: error ? explain(error) : undefined,
    dialog: opened && <ViewerDialog {...opened} onClose={() => setOpened(undefined)} />,
  };
}
