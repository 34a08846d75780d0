import { Button } from '@mantine/core';
import { IconLock, IconUserQuestion } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { CallProblem } from '../../shared/call.ts';
import { sentences } from '../../shared/sentences.ts';
import { Boundary } from '../../shared/ui/boundary.tsx';
import { Empty } from '../../shared/ui/empty.tsx';
import { Page } from '../../shared/ui/page.tsx';

/** spec.md §8: a patient that is not hers says so, one that is not there too; all else is the general failure. */
export const DoctorPatientBoundary = ({ children }: { children: ReactNode }) => (
  <Boundary
    screen={(reason) => {
      if (!(reason instanceof CallProblem)) return undefined;
      if (reason.status === 403) return <AccessDenied />;
      return reason.status === 404 ? <NoSuchPatient /> : undefined;
    }}
  >
    {children}
  </Boundary>
);

const AccessDenied = () => (
  <Page title={sentences.page.accessDenied}>
    <Empty
      icon={IconLock}
      title={sentences.page.patientDenied}
      action={
        <Button component={Link} to="/doctor-area/" mt="sm">
          Вернуться на главную
        </Button>
      }
    />
  </Page>
);

function NoSuchPatient() {
  const navigate = useNavigate();
  // Opened from a letter, there is nothing to go back to.
  const isFirst = useLocation().key === 'default';
  return (
    <Page title={sentences.page.patientAbsent}>
      <Empty
        icon={IconUserQuestion}
        title={sentences.page.patientAbsentWhy}
        action={
          <Button mt="sm" onClick={() => (isFirst ? navigate('/doctor-area/') : navigate(-1))}>
            Назад
          </Button>
        }
      />
    </Page>
  );
}
