import { AnnotationsStore } from '../annotations/annotations-store.ts';
import { inMm } from '../annotations/annotation.ts';
import { workspaceOf } from '../cbct/open-workspace.ts';
import type { JoinedScans, Workspace } from '../cbct/workspace/workspace.ts';
import { Store } from '../state/store.ts';
import { type DateFormats, dayAlone, studyDay } from '../study/study-day.ts';
import type { VolumeSeries } from '../study/study.ts';
import { bordersOf, type BordersState, fieldsOf } from './borders.tsx';
import type { JoinedVolume } from './stitch.ts';

interface OpenedJoined {
  workspace: Workspace;
  borders: Store<BordersState>;
  close: () => void;
}

/** Annotations last until the volume is closed. */
const NOT_SAVED = { mark: false, seeMarks: false, correctArch: false };

/**
 * The workspace of a joined volume. Nothing of it is saved: no right of either study applies to it, and it is no DICOM
 * series.
 */
export function openJoined(joined: JoinedVolume, host: DateFormats): OpenedJoined {
  const { sides, fixed, volumeClient } = joined;
  const { session, study, series, level } = sides[fixed];
  const ofJoined = seriesOfJoined(series, joined);
  const borders = new Store<BordersState>({ areShown: false });
  const scans: JoinedScans = {
    captions: captionsOf(sides, host),
    note: noteOf(joined, host),
    Borders: bordersOf(fieldsOf(joined), borders),
  };
  const opened = workspaceOf({
    session,
    study: { ...study, panorama: null, poster: null, series: [ofJoined], can: NOT_SAVED },
    series: ofJoined,
    annotations: new AnnotationsStore(session, NOT_SAVED),
    level,
    volumeClient,
    joined: scans,
  });
  return {
    workspace: opened.workspace,
    borders,
    close: opened.close,
  };
}

function seriesOfJoined(series: VolumeSeries, { grid }: JoinedVolume): VolumeSeries {
  const { missing: _missing, betweenMm: _betweenMm, leftOut: _leftOut, ...kept } = series;
  return {
    ...kept,
    seriesInstanceUID: null,
    seriesNumber: null,
    description: null,
    frameCount: grid.size[2],
    warnings: [],
    levels: [],
  };
}

const daysOf = (sides: JoinedVolume['sides'], host: DateFormats) =>
  sides.map(({ study }) => studyDay(study, host)) as [string, string];

function captionsOf(sides: JoinedVolume['sides'], host: DateFormats): string[] {
  const [one, other] = daysOf(sides, host);
  return ['Сшито из двух снимков', `${one} и`, other];
}

function noteOf({ sides, grid }: JoinedVolume, host: DateFormats): string {
  const [one, other] = sides.map(({ study }) => dayAlone(study, host));
  return [
    'Сшитый объём есть только в этом окне: он и разметка на нём не сохраняются, серии DICOM из него нет.',
    one === other ? '' : 'Снимки сделаны в разные дни, и между ними что-то могло измениться.',
    grid.coarsening > 1 ? `Чтобы хватило памяти, шаг увеличен до ${inMm(grid.spacingMm[0])}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
