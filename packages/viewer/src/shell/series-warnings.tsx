import { CloseButton } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { Series } from '../study/study.ts';
import classes from './series-warnings.module.css';

const GAP_NOTE = 'В отмеченных местах плотность не измеряется';

/** What is wrong with the files of a series, and what was done about it. */
export function SeriesWarnings({ series, onClose }: { series: Series; onClose: () => void }) {
  const hasGaps = series.kind === 'volume' && (series.missing?.length ?? 0) > 0;
  return (
    <section className={classes.warnings} aria-label="Замечания к серии">
      <IconInfoCircle size={20} stroke={1.6} aria-hidden />
      <ul role="status">
        {series.warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
        {hasGaps && <li>{GAP_NOTE}</li>}
      </ul>
      <CloseButton aria-label="Скрыть замечания" variant="transparent" onClick={onClose} />
    </section>
  );
}
