import { formatBytes, formatNumber } from '@snimok/api-client/format-numbers';
import type { ReactNode } from 'react';
import { sumOf } from './by-type.ts';
import type { Statistics } from './queries.ts';
import classes from './statistics.module.css';
import { changeInWords, durationInWords, sourcesInWords, studiesInWords, usualInWords } from './words.ts';

/** The totals of the period. */
export function Figures({ of }: { of: Statistics }) {
  const { created, createdBefore, undated, publication, firstView, notViewed, sources, storage } = of;
  const total = sumOf(created);
  return (
    <dl className={classes.figures}>
      <Figure label="Исследования" value={formatNumber(total)}>
        {changeInWords(total, sumOf(createdBefore))}
        {undated && sumOf(undated) > 0 && `. Без даты исследования: ${formatNumber(sumOf(undated))}`}
      </Figure>
      <Figure label="От приёма до готовности" value={durationInWords(publication.median)}>
        {publication.studies === 0 ? 'готовых исследований нет' : usualInWords('готовы', publication)}
      </Figure>
      <Figure label="От готовности до просмотра" value={durationInWords(firstView.median)}>
        {firstView.studies === 0 ? 'клиенты ещё ничего не открывали' : usualInWords('открыты', firstView)}
        {notViewed > 0 && `. Не открыто: ${studiesInWords(notViewed)}`}
      </Figure>
      <Figure label="Хранилище" value={formatBytes(storage.bytes)}>
        за это время добавлено {formatBytes(storage.addedBytes)}
      </Figure>
      <Figure label="Откуда снимки" value={formatNumber(sources.page + sources.program + sources.stow)}>
        {sourcesInWords(sources)}
      </Figure>
    </dl>
  );
}

const Figure = ({ label, value, children }: { label: string; value: string; children: ReactNode }) => (
  <div className={classes.figure}>
    <dt>{label}</dt>
    <dd className={classes.value}>{value}</dd>
    <dd className={classes.note}>{children}</dd>
  </div>
);
