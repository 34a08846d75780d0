import { Button, Group } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { LANDMARKS } from '../../cephalometry/landmarks.ts';
import { deviationOf, type Measurement, SOURCES } from '../../cephalometry/measurements.ts';
import { saveFile } from '../../output/save-file.ts';
import { useStore } from '../../store.ts';
import { useViewerHost } from '../../viewer-host.ts';
import type { Workspace } from '../workspace.ts';
import { DEVIATIONS, normText, printAnalysis, sourcesOf, tableCsv, valueText } from './analysis-output.ts';
import { VIEW_NAMES } from './cephalogram-pane.tsx';
import { removeLandmark } from './place-landmark.ts';
import classes from './reading-modes.module.css';

interface AnalysisProps {
  workspace: Workspace;
  placed: ReadonlyMap<string, unknown>;
  values: readonly Measurement[];
}

/** The landmarks to choose from, and the values that follow from them. */
export function Analysis({ workspace, placed, values }: AnalysisProps) {
  const { modes } = workspace;
  const { cephalogram, landmark } = useStore(modes, (all) => all);
  const sources = sourcesOf(values);
  return (
    <section className={classes.analysis} aria-label="Анализ цефалограммы" tabIndex={0}>
      <ul className={classes.landmarks} aria-label="Точки">
        {LANDMARKS[cephalogram.view].map(({ name, place }) => (
          <li key={name}>
            <button
              type="button"
              className={classes.landmarkButton}
              aria-pressed={name === landmark}
              data-placed={placed.has(name) || undefined}
              title={placed.has(name) ? `${place}: поставлена` : place}
              aria-label={`${name}, ${place}${placed.has(name) ? ', поставлена' : ''}`}
              onClick={() => modes.set({ landmark: name === landmark ? undefined : name })}
              onKeyDown={(event) => event.code === 'Delete' && removeLandmark(workspace, name)}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
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
      <OutputButtons workspace={workspace} values={values} />
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

function Row({ measurement }: { measurement: Measurement }) {
  const { name, meaning, norm } = measurement;
  const deviation = deviationOf(measurement);
  return (
    <tr>
      <td>
        {name}
        <small>{meaning}</small>
      </td>
      <td data-deviation={deviation}>
        {valueText(measurement)}
        {deviation && <small>{DEVIATIONS[deviation]}</small>}
      </td>
      <td>
        {normText(measurement)}
        {norm && <small>{norm.source}</small>}
      </td>
    </tr>
  );
}

function OutputButtons({ workspace, values }: Pick<AnalysisProps, 'workspace' | 'values'>) {
  const { formatDay } = useViewerHost();
  const [isPrinting, setIsPrinting] = useState(false);
  const { study } = workspace;
  const { view, magnification } = useStore(workspace.modes, (all) => all.cephalogram);
  const title = VIEW_NAMES[view];
  const name = `${study.patientName} ${formatDay(study.createdAt)} ${title.toLowerCase()}`;
  const print = async () => {
    setIsPrinting(true);
    try {
      saveFile(await printAnalysis(values, { title, name, magnification }), `${name}.pdf`);
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
