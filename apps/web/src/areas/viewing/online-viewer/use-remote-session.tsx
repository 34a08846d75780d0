import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { explain } from '../../../shared/calls/explain.ts';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { DesktopDialog } from '../remote-desktop/desktop-dialog.tsx';
import { type Opened, type RemoteSession, readRemoteSession } from './remote-session.ts';
import { useCloseByBack } from './use-close-by-back.ts';
import { ViewerDialog } from './viewer-dialog.tsx';

interface RemoteSessionControl {
  /** Opens at a series; without it, at the study's main series. */
  open: (series?: number) => void;
  pending: boolean;
  /** Russian sentence, when the last attempt failed */
  failure: string | undefined;
  /** the dialog while a session is open; the caller renders it */
  dialog: ReactNode;
}

/**
 * Requests a viewer session and opens its URL: in a dialog, or in a new tab when it is another page. `compare` begins with
 * the choice of a second study.
 */
export function useRemoteSession(
  requestSession: () => Promise<Opened>,
  { compare = false }: { compare?: boolean } = {},
): RemoteSessionControl {
  const [opened, setOpened] = useState<{ session: RemoteSession; series: number | undefined }>();
  const runSingle = useSingleFlight();
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: async (series: number | undefined) => {
      const session = readRemoteSession(await requestSession());
      if (session.kind === 'page') window.open(session.url, '_blank', 'noopener');
      else setOpened({ session, series });
    },
  });
  const close = () => setOpened(undefined);
  useCloseByBack(opened !== undefined, close);
  const { session, series } = opened ?? {};
  return {
    open: (series) => void runSingle(() => mutateAsync(series)),
    pending: isPending,
    failure: error ? explain(error) : undefined,
    dialog:
      session?.kind === 'desktop' ? (
        <DesktopDialog url={session.url} requestSession={requestSession} onClose={close} />
      ) : (
        session?.kind === 'viewer' && (
          <ViewerDialog
            {...session}
            series={series}
            compare={compare}
            requestSession={requestSession}
            onClose={close}
          />
        )
      ),
  };
}
