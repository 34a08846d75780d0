import { Skeleton } from '@mantine/core';
import { formatBytes, formatNumber } from '@snimok/api-client/format-numbers';
import type { StatisticsStep } from '@snimok/contract/administration/statistics';
import { STUDY_TYPES, type StudyType, VOLUMES_FIRST } from '@snimok/contract/studies/study-types';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@mantine/core';
import { type Column, RowsTable } from '../../../shared/lists/rows-table.tsx';
import { typeColumns } from './by-type.ts';
import type { Step } from './queries.ts';
import classes from './statistics.module.css';
import { stepInWords } from './words.ts';

const Chart = lazy(() => import('./chart.tsx'));

interface StepChartsProps {
  steps: Step[];
  step: StatisticsStep;
}

/** Studies and stored bytes over the period, as bars and as a table. */
export function StepCharts({ steps, step }: StepChartsProps) {
  const [tableShown, showTable] = useState(false);
  const labelled = steps.map((one) => ({ ...one, label: stepInWords(one.day, step) }));
  const unit = unitOf(Math.max(0, ...steps.map(({ bytes }) => bytes)));
  return (
    <section className={classes.card} aria-labelledby="statistics-steps">
      <h2 id="statistics-steps" className={classes.heading}>
        Исследования по {STEPS[step]}
      </h2>
      <Suspense fallback={<Skeleton height={240} />}>
        <Chart
          label="Исследования, столбчатая диаграмма"
          data={labelled}
          series={TYPES}
          format={formatNumber}
        />
        <h2 className={classes.heading}>Добавлено в хранилище</h2>
        <Chart
          label="Добавлено в хранилище, столбчатая диаграмма"
          data={labelled.map(({ label, bytes }) => ({ label, bytes: bytes / unit }))}
          series={BYTES}
          format={(count) => formatBytes(Math.round(count * unit))}
        />
      </Suspense>
      <Button variant="default" size="xs" aria-expanded={tableShown} onClick={() => showTable(!tableShown)}>
        {tableShown ? 'Скрыть таблицу' : 'Показать таблицей'}
      </Button>
      {tableShown && (
        <RowsTable label="Исследования и объём" columns={COLUMNS} rows={labelled} rowKey={({ day }) => day} />
      )}
    </section>
  );
}

/** The unit in which `formatBytes` writes this size, in bytes: the axis has round numbers of it. */
const unitOf = (bytes: number): number => 1024 ** Math.max(0, Math.floor(Math.log2(bytes || 1) / 10));

const STEPS: Record<StatisticsStep, string> = { day: 'дням', week: 'неделям', month: 'месяцам' };
const COLORS: Record<StudyType, string> = { cbct: 'teal.7', rg: 'teal.3' };
const TYPES = VOLUMES_FIRST.map((type) => ({
  name: type,
  label: STUDY_TYPES[type].label,
  color: COLORS[type],
}));
const BYTES = [{ name: 'bytes', label: 'Добавлено', color: 'teal.5' }];

const COLUMNS: Column<Step & { label: string }>[] = [
  { label: 'Период', main: true, cell: ({ label }) => label },
  ...typeColumns,
  { label: 'Добавлено', cell: ({ bytes }) => formatBytes(bytes) },
];
