import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { explain } from '../../shared/explain.ts';
import { useSingly } from '../../shared/use-singly.ts';
import { type RemoteSession, readRemoteSession } from './open-remote-session.ts';
import { DesktopDialog } from '../remote-desktop/desktop-dialog.tsx';
import { ViewerDialog } from './viewer-dialog.tsx';

interface Opening {
  /** at a series, or at the one that people come for */
  open: (series?: number) => void;
  pending: boolean;
  /** in words, when the last attempt has failed */
  failure: string | undefined;
  /** the viewer while it is open: to be put anywhere */
  dialog: ReactNode;
}

/** Asks for a session of the online viewer, and opens what its URL leads to. */
export function useRemoteSession(ask: () => Promise<{ remoteSessionURL: string }>): Opening {
  const [opened, setOpened] = useState<{ session: RemoteSession; series: number | undefined }>();
  const singly = useSingly();
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: async (series: number | undefined) => {
      const session = readRemoteSession((await ask()).remoteSessionURL);
      if (session.kind === 'page') window.open(session.url, '_blank', 'noopener');
      else setOpened({ session, series });
    },
  });
  const close = () => setOpened(undefined);
  const { session, series } = opened ?? {};
  return {
    open: (series) => void singly(() => mutateAsync(series)),
    pending: isPending,
    failure: error ? explain(error) : undefined,
    dialog:
      session?.kind === 'desktop' ? (
        <DesktopDialog url={session.url} ask={ask} onClose={close} />
      ) : (
        session?.kind === 'viewer' && <ViewerDialog ticket={session.ticket} series={series} onClose={close} />
      ),
  };
}
