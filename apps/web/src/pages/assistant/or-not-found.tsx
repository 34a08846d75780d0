import type { ReactNode } from 'react';
import { NotFoundPage } from '../../areas/layout/not-found-page.tsx';
import { CallProblem } from '../../shared/call.ts';
import { Boundary } from '../../shared/ui/boundary.tsx';

/** A client or a patient that is not there is a page that is not there. */
export const OrNotFound = ({ children }: { children: ReactNode }) => (
  <Boundary
    screen={(reason) =>
      reason instanceof CallProblem && reason.status === 404 ? <NotFoundPage /> : undefined
    }
  >
    {children}
  </Boundary>
);
