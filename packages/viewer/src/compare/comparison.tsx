import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { seriesLabel } from '../study/labels.ts';
import { Choice } from '../controls/choice.tsx';
import { FirstRow } from '../shell/first-row.tsx';
import { Message, Preparing } from '../shell/notice.tsx';
import shell from '../shell/shell.module.css';
import { ToolButton } from '../controls/tool-button.tsx';
import { WindowButtons } from '../shell/window-buttons.tsx';
import type { Series, Study } from '../study/study.ts';
import { compareByTime, studyDay } from '../study/study-day.ts';
import { useStudy } from '../study/use-study.ts';
import { useViewerHost } from '../study/viewer-host.ts';
import { ViewerSession } from '../study/viewer-session.ts';
import type { OpenedStudy } from '../controls/study-choice.tsx';
import { SideBySide } from './side-by-side.tsx';
import { VolumeComparison } from './volume-comparison.tsx';
import type { ComparedStudy } from './workspace.ts';

interface ComparisonProps {
  session: ViewerSession;
  study: Study;
  /** the other study; a ticket opens one study only */
  other: OpenedStudy;
  /** to the first study alone */
  onBack: () => void;
  onClose: (() => void) | undefined;
}

/** Two studies of one patient, the earlier one first. */
export default function Comparison({ session, study, other, onBack, onClose }: ComparisonProps) {
  const { explain } = useViewerHost();
  const [otherSession] = useState(() => new ViewerSession(other.ticket, other.newTicket));
  const [attempt, setAttempt] = useState(0);
  const [state, fail] = useStudy(otherSession, attempt, undefined);
  useEffect(() => otherSession.keepFresh(), [otherSession]);
  if (state.kind === 'ready' && state.study.series.length > 0)
    return (
      <ComparedStudies
        key={attempt}
        studies={[
          { session, study },
          { session: otherSession, study: state.study },
        ]}
        onFailed={fail}
        onBack={onBack}
        onClose={onClose}
      />
    );
  return (
    <>
      <Header title={study.patientName} onBack={onBack} onClose={onClose} />
      <div className={shell.notice}>
        {state.kind === 'loading' && <Preparing progress={state.progress} />}
        {state.kind === 'ready' && (
          <Message title="Показать нечего">{state.study.reason ?? 'В исследовании нет снимков.'}</Message>
        )}
        {(state.kind === 'over' || state.kind === 'failed') && (
          <Message title="Не удалось открыть сравнение">
            {explain(state.reason, 'Устройству не хватило памяти на два исследования, или снимок повреждён.')}
            <Button mt="md" onClick={() => setAttempt(attempt + 1)}>
              Повторить
            </Button>
          </Message>
        )}
      </div>
    </>
  );
}

type LoadedStudy = Pick<ComparedStudy, 'session' | 'study'>;

interface ComparedStudiesProps extends Pick<ComparisonProps, 'onBack' | 'onClose'> {
  studies: readonly [LoadedStudy, LoadedStudy];
  onFailed: (reason: unknown) => void;
}

function ComparedStudies({ studies, onFailed, onBack, onClose }: ComparedStudiesProps) {
  const [ordered] = useState(() => studies.toSorted((one, other) => compareByTime(one.study, other.study)));
  const [first, second] = ordered as [LoadedStudy, LoadedStudy];
  const [numbers, setNumbers] = useState([firstSeriesOf(first.study), firstSeriesOf(second.study)] as const);
  const one = useCompared(first, numbers[0]);
  const other = useCompared(second, numbers[1]);
  const header = useCallback(
    (options: ReactNode, narrow: boolean) => {
      const choices = (
        <>
          <SeriesOfStudy
            study={first.study}
            value={numbers[0]}
            onChange={(number) => setNumbers(([, last]) => [number, last])}
          />
          <SeriesOfStudy
            study={second.study}
            value={numbers[1]}
            onChange={(number) => setNumbers(([before]) => [before, number])}
          />
          {options}
        </>
      );
      return (
        <>
          <Header title={first.study.patientName} onBack={onBack} onClose={onClose}>
            {!narrow && choices}
          </Header>
          {narrow && <div className={shell.options}>{choices}</div>}
        </>
      );
    },
    [first, second, numbers, onBack, onClose],
  );
  const joinedHeader = useCallback(
    (options: ReactNode, toComparison: () => void) => (
      <Header
        title={first.study.patientName}
        about="Сшитый объём, не сохраняется"
        backLabel="Вернуться к сравнению"
        onBack={toComparison}
        onClose={onClose}
      >
        <FirstRow more="Другие кнопки" side="bottom">
          {options}
        </FirstRow>
      </Header>
    ),
    [first, onClose],
  );
  const shared = { header, onFailed, onBack };
  const key = numbers.join();
  const volumes = [asVolume(one), asVolume(other)] as const;
  return volumes[0] && volumes[1] ? (
    <VolumeComparison key={key} studies={[volumes[0], volumes[1]]} joinedHeader={joinedHeader} {...shared} />
  ) : (
    <SideBySide studies={[one, other]} {...shared} />
  );
}

const firstSeriesOf = ({ firstSeries, series }: Study): number => firstSeries ?? series[0]?.series ?? 0;

/** The same object until another series is chosen, so that its volume is loaded once. */
const useCompared = ({ session, study }: LoadedStudy, number: number): ComparedStudy<Series> =>
  useMemo(
    () => ({
      session,
      study,
      series: study.series.find(({ series }) => series === number) ?? study.series[0]!,
    }),
    [session, study, number],
  );

const asVolume = (compared: ComparedStudy<Series>): ComparedStudy | undefined =>
  compared.series.kind === 'volume' ? (compared as ComparedStudy) : undefined;

interface SeriesOfStudyProps {
  study: Study;
  value: number;
  onChange: (series: number) => void;
}

function SeriesOfStudy({ study, value, onChange }: SeriesOfStudyProps) {
  const host = useViewerHost();
  if (study.series.length < 2) return null;
  return (
    <Choice
      label={`Серия от ${studyDay(study, host)}`}
      value={value}
      options={study.series.map((series) => ({ value: series.series, label: seriesLabel(series) }))}
      onChange={onChange}
    />
  );
}

interface HeaderProps extends Pick<ComparisonProps, 'onBack' | 'onClose'> {
  title: string;
  about?: string;
  backLabel?: string;
  children?: ReactNode;
}

const Header = ({
  title,
  about = 'Сравнение исследований',
  backLabel = 'Вернуться к исследованию',
  onBack,
  onClose,
  children,
}: HeaderProps) => (
  <header className={shell.header}>
    <ToolButton icon={IconArrowLeft} label={backLabel} shortcut="Esc" side="bottom" onClick={onBack} />
    <div className={shell.patient} title={title}>
      <b>{title}</b>
      <span>{about}</span>
    </div>
    {children}
    <WindowButtons onClose={onClose} />
  </header>
);
