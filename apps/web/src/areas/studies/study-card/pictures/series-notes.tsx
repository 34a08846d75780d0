import type { SeriesThumbnail } from '@snimok/contract/viewing/series-thumbnails';
import { seriesName } from '@snimok/viewer/study/labels';
import { IconInfoCircle } from '@tabler/icons-react';
import type { z } from 'zod';
import classes from './series-notes.module.css';

type Series = z.output<typeof SeriesThumbnail>;

/**
 * What is wrong with the files of the series, and what was done about it; nothing for a study without defects.
 * `isAlone`: there are no thumbnails above.
 */
export function SeriesNotes({ series, isAlone = false }: { series: Series[]; isAlone?: boolean }) {
  const noted = series.filter(({ warnings }) => warnings && warnings.length > 0);
  if (noted.length === 0) return null;
  return (
    <ul className={classes.notes} data-alone={isAlone || undefined} aria-label="Замечания к снимкам">
      {noted.map((one) => (
        <li key={one.series}>
          <IconInfoCircle size={18} stroke={1.6} aria-hidden />
          <span>
            {series.length > 1 && <b>{seriesName(one)}. </b>}
            {one.warnings?.join('. ')}
          </span>
        </li>
      ))}
    </ul>
  );
}
