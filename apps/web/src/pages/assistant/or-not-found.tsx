import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { NotFoundPage } from '../../areas/frame/layout/not-found-page.tsx';
import { CallProblem } from '../../shared/calls/call.ts';
import { hasMalformedID } from '../../shared/navigation/route-ids.ts';
import { Boundary } from '../../shared/failures/boundary.tsx';

interface OrNotFoundProps {
  /** shown instead of the «not found» page */
  screen?: ReactNode;
  children: ReactNode;
}

/** Shows the «not found» page when the object in the URL does not exist, belongs to others, or no object can have its id. */
export function OrNotFound({ screen = <NotFoundPage />, children }: OrNotFoundProps) {
  if (hasMalformedID(useParams())) return screen;
  return <Boundary screen={(reason) => (isUnavailable(reason) ? screen : undefined)}>{children}</Boundary>;
}

/** 403: it belongs to another client. */
const isUnavailable = (reason: unknown) =>
  reason instanceof CallProblem && (reason.status === 404 || reason.status === 403);
