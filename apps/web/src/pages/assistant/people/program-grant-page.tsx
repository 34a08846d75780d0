import { Anchor, Button } from '@mantine/core';
import { IconZoomQuestion } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { assistantSettingsQuery } from '../../../areas/platform/access/settings.ts';
import { CodeForm } from '../../../areas/people/program-access/code-form.tsx';
import { GrantCard } from '../../../areas/people/program-access/grant-card.tsx';
import { PROGRAMS, ENTER_CODE } from '../../../areas/people/program-access/paths.ts';
import { NotFoundPage } from '../../../areas/frame/layout/not-found-page.tsx';
import { CallProblem } from '../../../shared/calls/call.ts';
import { Boundary } from '../../../shared/failures/boundary.tsx';
import { Empty } from '../../../shared/ui/empty.tsx';
import { Page } from '../../../shared/navigation/page.tsx';

/** Opened by the upload program in the browser, or after an assistant has typed the program's code. */
export default function ProgramGrantPage() {
  const { data: settings } = useSuspenseQuery(assistantSettingsQuery);
  const { userCode } = useParams();
  if (!settings.desktopAppAuthEnabled) return <NotFoundPage />;
  return (
    <Page
      title="Вход программы загрузки"
      actions={
        <Anchor component={Link} to={PROGRAMS}>
          Все программы
        </Anchor>
      }
    >
      {userCode ? (
        <Boundary screen={(reason) => isNotFound(reason) && <NoSuchGrant />}>
          <GrantCard key={userCode} userCode={userCode} />
        </Boundary>
      ) : (
        <CodeForm />
      )}
    </Page>
  );
}

const isNotFound = (reason: unknown) => reason instanceof CallProblem && reason.status === 404;

const NoSuchGrant = () => (
  <Empty
    icon={IconZoomQuestion}
    title="Такого запроса нет"
    action={
      <Button component={Link} to={ENTER_CODE} mt="sm">
        Ввести код
      </Button>
    }
  >
    Сверьте код с тем, который показывает программа, или начните вход в ней заново.
  </Empty>
);
