import { Button, Group } from '@mantine/core';
import { IconLock, IconUserQuestion } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { CallProblem } from '../../../shared/calls/call.ts';
import { hasMalformedID } from '../../../shared/navigation/route-ids.ts';
import { sentences } from '../../../shared/calls/sentences.ts';
import { Boundary } from '../../../shared/failures/boundary.tsx';
import { Empty } from '../../../shared/ui/empty.tsx';
import { Page } from '../../../shared/navigation/page.tsx';

/**
 * Product 8.8: a page for a patient of another doctor, and one for a patient that does not exist; other
 * failures go to the general failure page. `request` is the button that requests access from the owner.
 */
export function DoctorPatientBoundary({ request, children }: { request?: ReactNode; children: ReactNode }) {
  if (hasMalformedID(useParams())) return <NoSuchPatient />;
  return (
    <Boundary
      screen={(reason) => {
        if (!(reason instanceof CallProblem)) return undefined;
        if (reason.status === 403) return <AccessDenied request={request} />;
        return reason.status === 404 ? <NoSuchPatient /> : undefined;
      }}
    >
      {children}
    </Boundary>
  );
}

const AccessDenied = ({ request }: { request: ReactNode }) => (
  <Page title={sentences.page.accessDenied}>
    <Empty
      icon={IconLock}
      title={sentences.page.patientDenied}
      action={
        <Group justify="center" gap="xs" mt="sm">
          <Button component={Link} to="/doctor-area/" variant="default">
            Вернуться на главную
          </Button>
          {request}
        </Group>
      }
    />
  </Page>
);

function NoSuchPatient() {
  const navigate = useNavigate();
  // A page opened from a letter has no previous page.
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
