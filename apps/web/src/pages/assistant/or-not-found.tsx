import type { ReactNode } from 'react';
import { NotFoundPage } from '../../areas/layout/not-found-page.tsx';
import { CallProblem } from '../../shared/call.ts';
import { Boundary } from '../../shared/ui/boundary.tsx';

/** Shows the «not found» page when a client or patient does not exist. */
export const OrNotFound = ({ children }: { children: ReactNode }) => (
  <Boundary
    screen={(reason) =>
      reason instanceof CallProblem && reason.status === 404 ? <NotFoundPage /> : undefined
    }
  >
    {children}
  </Boundary>
);
