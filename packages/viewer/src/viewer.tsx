import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import './mantine-styles.ts';
import type { OpenedStudy } from './controls/study-choice.tsx';
import { Message, Notice, Preparing } from './shell/notice.tsx';
import classes from './shell/shell.module.css';
import { useDarkPage } from './shell/use-dark-page.ts';
import type { Study } from './study/study.ts';
import { StudyViewer } from './study-viewer.tsx';
import { useCurrentStudy } from './study/use-current-study.ts';
import { type StudyState, useStudy } from './study/use-study.ts';
import { useViewerHost, type ViewerHost, ViewerHostContext } from './study/viewer-host.ts';
import { ViewerSession } from './study/viewer-session.ts';

interface ViewerProps {
  /** bearer ticket of one viewer session; a new ticket needs a new `key` */
  ticket: string;
  host: ViewerHost;
  /** the study of the ticket, if it came with the session */
  study?: Study | undefined;
  /** the series to open first; without it, the study's main series */
  series?: number | undefined;
  /** begins with the choice of a second study */
  compare?: boolean | undefined;
  /** absent where there is no page to return to */
  onClose?: () => void;
}

/** Most viewers compare nothing. */
const Comparison = lazy(() => import('./compare/comparison.tsx'));

/** The online viewer over the whole screen: CBCT volumes and X-rays. */
export default function Viewer(props: ViewerProps) {
  const { ticket, host, study, series, compare = false, onClose } = props;
  useDarkPage();
  const [session] = useState(() => new ViewerSession(ticket, host.newTicket));
  const [attempt, setAttempt] = useState(0);
  const [state, fail] = useStudy(session, attempt, study);
  useCurrentStudy(session, state.kind === 'ready' ? state.study : undefined, host, fail);
  const [other, setOther] = useState<OpenedStudy>();
  const [hasCompared, setHasCompared] = useState(false);
  useEffect(() => session.keepFresh(), [session]);
  const compareWith = (chosen: OpenedStudy | undefined) => {
    setOther(chosen);
    setHasCompared(true);
  };

  return (
    <ViewerHostContext value={host}>
      <main className={classes.viewer}>
        {state.kind === 'ready' && state.study.series.length > 0 && other ? (
          <Suspense
            fallback={
              <Notice onClose={onClose}>
                <Preparing progress={null} />
              </Notice>
            }
          >
            <Comparison
              session={session}
              study={state.study}
              other={other}
              onBack={() => compareWith(undefined)}
              onClose={onClose}
            />
          </Suspense>
        ) : state.kind === 'ready' && state.study.series.length > 0 ? (
          <StudyViewer
            key={attempt}
            session={session}
            study={state.study}
            firstSeries={series}
            onFailed={fail}
            onClose={onClose}
            compareAtOnce={compare && !hasCompared}
            onCompare={compareWith}
          />
        ) : (
          <Notice onClose={onClose}>
            <StudyStateMessage state={state} onRetry={() => setAttempt(attempt + 1)} />
          </Notice>
        )}
      </main>
    </ViewerHostContext>
  );
}

function StudyStateMessage({ state, onRetry }: { state: StudyState; onRetry: () => void }) {
  const { explain, Contact } = useViewerHost();
  switch (state.kind) {
    case 'loading':
      return <Preparing progress={state.progress} />;
    case 'ready':
      return <Message title="Показать нечего">{state.study.reason ?? 'В исследовании нет снимков.'}</Message>;
    case 'over':
      return (
        <Message title="Просмотр завершён">
          {explain(state.reason, 'Доступ закрыт, или время просмотра истекло. Откройте исследование заново.')}
          {Contact && <Contact />}
        </Message>
      );
    case 'failed':
      return (
        <Message title="Не удалось показать снимки">
          {explain(state.reason, 'Устройству не хватило памяти, или снимок повреждён.')}
          <Button mt="md" onClick={onRetry}>
            Повторить
          </Button>
        </Message>
      );
  }
}
