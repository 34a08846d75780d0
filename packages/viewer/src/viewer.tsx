import { Button, Loader, Progress, Text, Title } from '@mantine/core';
import { IconMaximize, IconX } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { formatDay } from '../../../apps/web/src/shared/dates.ts';
import { explain } from '../../../apps/web/src/shared/explain.ts';
import { type Series, ViewerSession, type Study } from './viewer-session.ts';
import { CbctViewer } from './cbct/cbct-viewer.tsx';
import { AnnotationsStore } from './annotations/annotations-store.ts';
import { PictureViewer } from './picture/picture-viewer.tsx';
import { Choice } from './shell/choice.tsx';
import { toggleFullScreen } from './shell/full-screen.ts';
import { SavingNote } from './shell/saving-note.tsx';
import classes from './shell/shell.module.css';
import { ToolButton } from './shell/tool-button.tsx';
import { useDarkPage } from './shell/use-dark-page.ts';
import { useStudy } from './use-study.ts';
import './mantine-styles.ts';
import { seriesLabel, STUDY_TYPE_LABELS } from './labels.ts';

interface ViewerProps {
  /** the bearer ticket of one view */
  ticket: string;
  /** the one to begin with; without it the one that people come for */
  series?: number | undefined;
  /** the way back; absent where there is nowhere to go */
  onClose?: () => void;
}

/** The online viewer over the whole screen: a volume with its cuts, or X-rays. */
export default function Viewer({ ticket, series, onClose }: ViewerProps) {
  useDarkPage();
  const [session] = useState(() => new ViewerSession(ticket));
  const [attempt, setAttempt] = useState(0);
  const [studyState, fail] = useStudy(session, attempt);
  useEffect(() => session.keepFresh(), [session]);

  return (
    <main className={classes.viewer}>
      {studyState.kind === 'ready' && studyState.study.series.length > 0 ? (
        <StudyViewer
          key={attempt}
          session={session}
          study={studyState.study}
          first={series}
          onFailed={fail}
          onClose={onClose}
        />
      ) : (
        <Notice onClose={onClose}>
          {studyState.kind === 'loading' && <Preparing progress={studyState.progress} />}
          {studyState.kind === 'ready' && (
            <Words title="Показать нечего">{studyState.study.reason ?? 'В исследовании нет снимков.'}</Words>
          )}
          {studyState.kind === 'over' && (
            <Words title="Просмотр завершён">
              {explain(
                studyState.reason,
                'Срок просмотра истёк, или доступ к исследованию закрыт. Откройте исследование заново.',
              )}
            </Words>
          )}
          {studyState.kind === 'failed' && (
            <Words title="Не удалось показать снимки">
              {explain(studyState.reason, 'Устройству не хватило памяти, или снимок повреждён.')}
              <Button mt="md" onClick={() => setAttempt(attempt + 1)}>
                Повторить
              </Button>
            </Words>
          )}
        </Notice>
      )}
    </main>
  );
}

interface ViewedStudyProps {
  session: ViewerSession;
  study: Study;
  first: number | undefined;
  onFailed: (reason: unknown) => void;
  onClose: (() => void) | undefined;
}

function StudyViewer({ session, study, first, onFailed, onClose }: ViewedStudyProps) {
  const [at, setAt] = useState(first ?? study.firstSeries ?? study.series[0]?.series ?? 0);
  const [annotations] = useState(() => new AnnotationsStore(session, study.can.mark));
  useEffect(() => {
    const leave = () => annotations.flush();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      annotations.close();
    };
  }, [annotations]);
  const series = study.series.find((one) => one.series === at) ?? study.series[0];

  const top = useCallback(
    (options: ReactNode, narrow: boolean) => (
      <>
        <header className={classes.top}>
          <div className={classes.who}>
            <b>{study.patientName}</b>
            <span>
              {STUDY_TYPE_LABELS[study.type]} · {formatDay(study.createdAt)}
            </span>
          </div>
          <SavingNote annotations={annotations} />
          {study.series.length > 1 && <SeriesChoice all={study.series} at={at} onChange={setAt} />}
          {!narrow && options}
          <ToolButton
            icon={IconMaximize}
            label="На весь экран"
            shortcut="F"
            side="bottom"
            onClick={toggleFullScreen}
          />
          {onClose && <ToolButton icon={IconX} label="Закрыть" side="bottom" onClick={onClose} />}
        </header>
        {narrow && <div className={classes.options}>{options}</div>}
      </>
    ),
    [study, annotations, at, onClose],
  );

  if (!series) return null;
  const shared = { session, study, annotations, top, onFailed };
  return series.kind === 'volume' ? (
    <CbctViewer key={at} series={series} {...shared} />
  ) : (
    <PictureViewer key={at} series={series} {...shared} />
  );
}

const SeriesChoice = ({
  all,
  at,
  onChange,
}: {
  all: Series[];
  at: number;
  onChange: (at: number) => void;
}) => (
  <Choice
    label="Серия"
    value={at}
    options={all.map((series) => ({ value: series.series, label: seriesLabel(series) }))}
    onChange={onChange}
  />
);

/** Before there is anything to see, and after. */
const Notice = ({ children, onClose }: { children: ReactNode; onClose: (() => void) | undefined }) => (
  <>
    <header className={classes.top}>
      <div className={classes.who}>
        <b>Онлайн-просмотр</b>
      </div>
      {onClose && <ToolButton icon={IconX} label="Закрыть" side="bottom" onClick={onClose} />}
    </header>
    <div className={classes.notice}>{children}</div>
  </>
);

const Words = ({ title, children }: { title: string; children: ReactNode }) => (
  <div role="alert">
    <Title order={1} size="h2" mb="sm">
      {title}
    </Title>
    <Text component="div" c="dimmed" maw={460}>
      {children}
    </Text>
  </div>
);

const Preparing = ({ progress }: { progress: number | null }) =>
  progress === null ? (
    <Loader aria-label="загрузка..." color="teal.5" />
  ) : (
    <div role="status">
      <Text mb="sm">Готовим снимки к просмотру</Text>
      <Progress w={260} value={progress * 100} aria-label="Подготовка снимков" />
    </div>
  );
