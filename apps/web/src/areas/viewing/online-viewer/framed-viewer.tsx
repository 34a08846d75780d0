import { useQuery } from '@tanstack/react-query';
import { explain } from '../../../shared/calls/explain.ts';
import type { Opened } from './remote-session.ts';
import { readRemoteSession } from './remote-session.ts';
import { ViewerLoading } from './viewer-loading.tsx';

interface FramedViewerProps {
  studyID: number;
  requestSession: () => Promise<Opened>;
}

/**
 * The viewer beside other content of a page. In a frame of its own, so that its keys, its dark colours and its layout for
 * narrow screens do not affect the page.
 */
export function FramedViewer({ studyID, requestSession }: FramedViewerProps) {
  const { data, error } = useQuery({
    queryKey: ['framed-viewer', studyID],
    queryFn: requestSession,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  if (error) return <p role="alert">{explain(error)}</p>;
  if (!data) return <ViewerLoading />;
  const session = readRemoteSession(data);
  if (session.kind !== 'viewer') return null;
  // a page of the portal itself, with its rights
  // oxlint-disable-next-line react/iframe-missing-sandbox
  return <iframe title="Онлайн-просмотр" src={`/viewer#${session.ticket}`} allow="fullscreen" />;
}
