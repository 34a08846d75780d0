import { Button, Group } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { saveFile } from '../output/save-file.ts';
import { useViewerHost } from '../viewer-host.ts';
import {
  DEVIATIONS,
  normText,
  type PrintOptions,
  printAnalysis,
  sourcesOf,
  tableCsv,
  valueText,
} from './analysis-output.ts';
import classes from './cephalometry.module.css';
import { type CephalogramView, LANDMARKS, VIEW_NAMES } from './landmarks.ts';
import { deviationOf, type Measurement, SOURCES } from './measurements.ts';

interface AnalysisProps {
  view: CephalogramView;
  /** the landmark that the next click sets */
  asked: string | undefined;
  placed: ReadonlyMap<string, unknown>;
  values: readonly Measurement[];
  study: { patientName: string; createdAt: string };
  scaleNote: string;
  onChoose: (name: string) => void;
  onRemove: (name: string) => void;
  /** between the landmarks and the values */
  children?: ReactNode;
}

/** The landmarks to choose from, and the values that follow from them. */
export function Analysis(props: AnalysisProps) {
  const { view, asked, placed, values, onChoose, onRemove } = props;
  const sources = sourcesOf(values);
  return (
    <section className={classes.analysis} aria-label="Анализ ТРГ" tabIndex={0}>
      <ul className={classes.landmarks} aria-label="Точки">
        {LANDMARKS[view].map(({ name, title, place }) => (
          <li key={name}>
            <button
              type="button"
              className={classes.landmarkButton}
              aria-pressed={name === asked}
              data-placed={placed.has(name) || undefined}
              title={`${title}: ${place}${placed.has(name) ? ' (поставлена)' : ''}`}
              aria-label={`${name}, ${place}${placed.has(name) ? ', поставлена' : ''}`}
              onClick={() => onChoose(name)}
              onKeyDown={(event) => event.code === 'Delete' && onRemove(name)}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      <Places view={view} />
      {props.children}
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Показатель</th>
            <th scope="col">Значение</th>
            <th scope="col">Норма</th>
          </tr>
        </thead>
        <tbody>
          {values.map((one) => (
            <Row key={one.name} measurement={one} />
          ))}
        </tbody>
      </table>
      <OutputButtons {...props} />
      {sources.length > 0 && (
        <ul className={classes.sources}>
          {sources.map((source) => (
            <li key={source}>{SOURCES[source]}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Where each landmark is placed; phones show no titles of buttons. */
const Places = ({ view }: Pick<AnalysisProps, 'view'>) => (
  <details className={classes.places}>
    <summary>Где ставить точки</summary>
    <dl>
      {LANDMARKS[view].map(({ name, title, place }) => (
        <div key={name}>
          <dt>
            {name} <span>{title}</span>
          </dt>
          <dd>{place}</dd>
        </div>
      ))}
    </dl>
  </details>
);

function Row({ measurement }: { measurement: Measurement }) {
  const { name, meaning, norm, needsScale } = measurement;
  const deviation = deviationOf(measurement);
  return (
    <tr>
      <td>
        {name}
        <small>{meaning}</small>
      </td>
      <td data-deviation={deviation}>
        {needsScale ? <small>{valueText(measurement)}</small> : valueText(measurement)}
        {deviation && <small>{DEVIATIONS[deviation]}</small>}
      </td>
      <td>
        {normText(measurement)}
        {norm && <small>{norm.source}</small>}
      </td>
    </tr>
  );
}

function OutputButtons({ view, values, study, scaleNote }: AnalysisProps) {
  const { formatDay } = useViewerHost();
  const [isPrinting, setIsPrinting] = useState(false);
  const title = VIEW_NAMES[view];
  const name = `${study.patientName} ${formatDay(study.createdAt)} ${title[0]?.toLowerCase()}${title.slice(1)}`;
  const options: PrintOptions = { title, name, scaleNote };
  const print = async () => {
    setIsPrinting(true);
    try {
      saveFile(await printAnalysis(values, options), `${name}.pdf`);
    } finally {
      setIsPrinting(false);
    }
  };
  const isEmpty = values.every(({ value }) => value === undefined);
  return (
    <Group gap={8} mt="sm">
      <Button
        size="compact-md"
        variant="light"
        disabled={isEmpty}
        loading={isPrinting}
        leftSection={<IconPrinter size={16} />}
        onClick={() => void print()}
      >
        PDF для печати
      </Button>
      <Button
        size="compact-md"
        variant="default"
        disabled={isEmpty}
        leftSection={<IconDownload size={16} />}
        onClick={() => saveFile(tableCsv(values), `${name}.csv`)}
      >
        Таблица CSV
      </Button>
    </Group>
  );
}
