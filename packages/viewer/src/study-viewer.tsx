import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { AnnotationsStore } from './annotations/annotations-store.ts';
import { finishDraft, leaveDraft } from './annotations/draft.ts';
import { CbctViewer } from './cbct/cbct-viewer.tsx';
import { CompareButton } from './compare/compare-button.tsx';
import type { OpenedStudy } from './controls/study-choice.tsx';
import { seriesLabel } from './study/labels.ts';
import { KeyImagesMenu } from './output/key-images-menu.tsx';
import { KeyImagesStore } from './output/key-images-store.ts';
import { KeyViews } from './output/key-views.ts';
import { PictureViewer } from './picture/picture-viewer.tsx';
import { VersionBar } from './shell/annotation-versions.tsx';
import { Choice } from './controls/choice.tsx';
import { FirstRow } from './shell/first-row.tsx';
import { SavingFailure, SavingNote } from './shell/saving-note.tsx';
import { SeriesWarnings } from './shell/series-warnings.tsx';
import classes from './shell/shell.module.css';
import { ToolButton } from './controls/tool-button.tsx';
import { WindowButtons } from './shell/window-buttons.tsx';
import type { KeyView, Series, Study } from './study/study.ts';
import { studyDay } from './study/study-day.ts';
import { useViewerHost } from './study/viewer-host.ts';
import type { ViewerSession } from './study/viewer-session.ts';

interface StudyViewerProps {
  session: ViewerSession;
  study: Study;
  firstSeries: number | undefined;
  onFailed: (reason: unknown) => void;
  onClose: (() => void) | undefined;
  /** begins with the choice of a second study */
  compareAtOnce: boolean;
  /** called with the second study */
  onCompare: (opened: OpenedStudy) => void;
}

/** The header, and the viewer of the chosen series. */
export function StudyViewer(props: StudyViewerProps) {
  const { session, study, firstSeries, onFailed, onClose, compareAtOnce, onCompare } = props;
  const [keyViews, left] = useLastView(study, firstSeries === undefined && !compareAtOnce);
  const [number, setNumber] = useState(
    firstSeries ?? left?.series ?? study.firstSeries ?? study.series[0]?.series ?? 0,
  );
  const annotations = useAnnotationsStore(session, study);
  useEffect(() => () => leaveDraft(annotations, NOTHING_MORE), [annotations, number]);
  const [keyImages] = useState(() => new KeyImagesStore(session, study.can.seeMarks));
  const series = study.series.find((one) => one.series === number) ?? study.series[0];

  const [isDismissed, toggleWarnings] = useDismissal(number);
  const hasWarnings = series !== undefined && series.warnings.length > 0;
  const showsWarnings = hasWarnings && !isDismissed;

  const header = useCallback(
    (options: ReactNode) => (
      <>
        <header className={classes.header}>
          <StudyTitle study={study} />
          <FirstRow more="Другие кнопки" side="bottom">
            {study.series.length > 1 && (
              <SeriesChoice all={study.series} value={number} onChange={setNumber} />
            )}
            {hasWarnings && (
              <ToolButton
                icon={IconAlertTriangle}
                label={`Замечания к серии: ${series.warnings.length}`}
                side="bottom"
                pressed={showsWarnings}
                onClick={toggleWarnings}
              />
            )}
            <KeyImagesMenu
              store={keyImages}
              views={keyViews}
              canMark={study.can.mark}
              onShow={({ view }) => {
                if (!keyViews.show(view)) setNumber(view.series);
              }}
            />
            <CompareButton study={study} openAtOnce={compareAtOnce} onCompare={onCompare} />
            {options}
          </FirstRow>
          <HeaderEnd annotations={annotations} onClose={onClose} />
        </header>
        <SavingFailure annotations={annotations} />
        <VersionBar annotations={annotations} />
        {showsWarnings && <SeriesWarnings series={series} onClose={toggleWarnings} />}
      </>
    ),
    [
      study,
      annotations,
      keyImages,
      keyViews,
      number,
      series,
      hasWarnings,
      showsWarnings,
      toggleWarnings,
      onClose,
      compareAtOnce,
      onCompare,
    ],
  );

  if (!series) return null;
  const shared = { session, study, annotations, keyViews, header, onFailed };
  return series.kind === 'volume' ? (
    <CbctViewer key={number} series={series} {...shared} />
  ) : (
    <PictureViewer key={number} series={series} {...shared} />
  );
}

/** Whether the user has closed the warnings of a series, and the function that closes or shows them. */
function useDismissal(number: number): [boolean, () => void] {
  const [dismissed, setDismissed] = useState<readonly number[]>([]);
  const toggle = useCallback(
    () =>
      setDismissed((before) =>
        before.includes(number) ? before.filter((one) => one !== number) : [...before, number],
      ),
    [number],
  );
  return [dismissed.includes(number), toggle];
}

/** A canal that is finished because its volume is closed is not traced. */
const NOTHING_MORE = () => undefined;

/** Saves pending changes when the page or the viewer is closed. */
function useAnnotationsStore(session: ViewerSession, study: Study): AnnotationsStore {
  const [annotations] = useState(() => new AnnotationsStore(session, study.can));
  const { keepUntilSaved } = useViewerHost();
  useEffect(() => {
    const removeListeners = keepForPage(annotations);
    return () => {
      finishDraft(annotations, NOTHING_MORE);
      const saved = annotations.close();
      if (!saved) return removeListeners();
      // the host shows the failure
      void saved.then(removeListeners, removeListeners);
      keepUntilSaved?.(saved);
    };
  }, [annotations, keepUntilSaved]);
  return annotations;
}

/**
 * The views of the study. The first one is the view in which this person left the study; the present one is saved at
 * the end.
 */
function useLastView(study: Study, isRestored: boolean): [KeyViews, KeyView | undefined] {
  const { lastViews } = useViewerHost();
  const { studyID } = study;
  const [opened] = useState<[KeyViews, KeyView | undefined]>(() => {
    const keyViews = new KeyViews();
    const left = isRestored ? lastViews?.find(studyID) : undefined;
    if (!left || !study.series.some(({ series }) => series === left.series)) return [keyViews, undefined];
    keyViews.show(left);
    return [keyViews, left];
  });
  const [keyViews] = opened;
  useEffect(() => {
    const save = () => {
      const view = keyViews.read();
      if (view) lastViews?.save(studyID, view);
    };
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('pagehide', save);
      save();
    };
  }, [studyID, keyViews, lastViews]);
  return opened;
}

/** Saves when the page ends; where that would be too late, asks the user before the page ends. */
function keepForPage(annotations: AnnotationsStore): () => void {
  const flush = () => {
    finishDraft(annotations, NOTHING_MORE);
    annotations.flush();
  };
  const confirmLeave = (event: BeforeUnloadEvent) => {
    if (annotations.needsPage) event.preventDefault();
  };
  addEventListener('pagehide', flush);
  addEventListener('beforeunload', confirmLeave);
  return () => {
    removeEventListener('pagehide', flush);
    removeEventListener('beforeunload', confirmLeave);
  };
}

/** Whose study it is, which one, and of which day: always visible, because a picture of another patient looks alike. */
function StudyTitle({ study }: { study: Study }) {
  const host = useViewerHost();
  const { patientBirthday: birthday } = study;
  const born = birthday ? `${birthday.slice(0, 4)}\u00A0г.\u00A0р. · ` : '';
  const about = `${born}${STUDY_TYPES[study.type].label} · ${studyDay(study, host)}`;
  return (
    <div className={classes.patient} title={`${study.patientName}\n${about}`}>
      <b>{study.patientName}</b>
      <span>{about}</span>
    </div>
  );
}

/** State, full screen and close: always in the same place. */
const HeaderEnd = ({
  annotations,
  onClose,
}: Pick<StudyViewerProps, 'onClose'> & { annotations: AnnotationsStore }) => (
  <>
    <SavingNote annotations={annotations} />
    <WindowButtons onClose={onClose} />
  </>
);

interface SeriesChoiceProps {
  all: Series[];
  value: number;
  onChange: (series: number) => void;
}

const SeriesChoice = ({ all, value, onChange }: SeriesChoiceProps) => (
  <Choice
    label="Серия"
    value={value}
    options={all.map((series) => ({ value: series.series, label: seriesLabel(series) }))}
    onChange={onChange}
  />
);
