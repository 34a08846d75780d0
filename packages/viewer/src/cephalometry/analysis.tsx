import { Button, Group } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { saveFile } from '../output/save-file.ts';
import { Choice } from '../controls/choice.tsx';
import type { Study } from '../study/study.ts';
import { type DatedStudy, dayAlone, studyDay } from '../study/study-day.ts';
import { useViewerHost } from '../study/viewer-host.ts';
import { analysesOf } from './analyses/all.ts';
import type { AnalysisData, Subject } from './analyses/analysis-data.ts';
import { type PrintOptions, printAnalysis } from './analysis-output.ts';
import { sourcesOf, subjectText, tableCsv } from './analysis-texts.ts';
import classes from './cephalometry.module.css';
import { saveChosenAnalysis } from './chosen-analysis.ts';
import type { Places } from './analyses/formula.ts';
import { VIEW_NAMES } from './analyses/landmarks.ts';
import { analyse, landmarksIn, type Measurement } from './measurements.ts';
import { ageOn } from './norms.ts';
import { OtherDate } from './other-date.tsx';
import { SOURCES } from './analyses/sources.ts';
import { SubjectChoice } from './subject-choice.tsx';
import type { Tracing } from './tracings.ts';
import { ValuesTable } from './values-table.tsx';

interface AnalysisProps {
  analysis: AnalysisData;
  /** the landmark that the next click sets */
  asked: string | undefined;
  places: Places;
  /** factor by which lengths are multiplied; 1 by default */
  magnification?: number;
  /** false for a picture whose pixel size is unknown */
  hasScale?: boolean;
  study: DatedStudy & Pick<Study, 'studyID' | 'can' | 'patientName' | 'patientBirthday' | 'patientSex'>;
  scaleNote: string;
  /** the tracing that is superimposed */
  other: Tracing | undefined;
  onOther: (other: Tracing | undefined) => void;
  onAnalysis: (id: string) => void;
  onChoose: (name: string) => void;
  onRemove: (name: string) => void;
  /** the landmarks that a model proposes and a person has not decided about */
  proposed?: readonly { name: string }[];
  /** which of the placed landmarks a model has proposed; empty if there are none */
  confirmedNote?: string;
  /** landmarks that lie outside the imaged field */
  outside?: readonly string[];
  /** the proposals of a model, shown above all texts whose height changes when a landmark is placed */
  proposals?: ReactNode;
  /** between the landmarks and the values */
  children?: ReactNode;
}

/** The analyses and their landmarks to choose from, and the values that follow from them. */
export function Analysis(props: AnalysisProps) {
  const {
    analysis,
    asked,
    places,
    magnification,
    hasScale,
    study,
    other,
    proposed = [],
    confirmedNote,
    outside = [],
    onChoose,
    onRemove,
  } = props;
  const [subject, setSubject] = useState<Subject>(() => subjectOf(study));
  const values = useMemo(
    () => analyse(analysis, places, { magnification, hasScale, subject }),
    [analysis, places, magnification, hasScale, subject],
  );
  const before = useMemo(
    () => other && analyse(analysis, other.places, { magnification }),
    [analysis, other, magnification],
  );
  const sources = sourcesOf(values);
  return (
    <section className={classes.analysis} aria-label="Анализ ТРГ" tabIndex={0}>
      <AnalysisChoice {...props} />
      <ul className={classes.landmarks} aria-label="Точки">
        {landmarksIn(analysis).map(({ name, title, place }) => {
          const isPlaced = places[name] !== undefined;
          const isProposed = proposed.some((one) => one.name === name);
          const state = isPlaced ? 'поставлена' : isProposed ? 'предложена моделью' : '';
          return (
            <li key={name}>
              <button
                type="button"
                className={classes.landmarkButton}
                aria-pressed={name === asked}
                data-placed={isPlaced || undefined}
                data-proposed-name={isProposed || undefined}
                title={`${title}: ${place}${state && ` (${state})`}`}
                aria-label={`${name}, ${place}${state && `, ${state}`}`}
                onClick={() => onChoose(name)}
                onKeyDown={(event) => event.code === 'Delete' && onRemove(name)}
              >
                {name}
              </button>
            </li>
          );
        })}
      </ul>
      {props.proposals}
      <MissingLandmarks analysis={analysis} places={places} values={values} />
      <p className={classes.warning} role="alert">
        {outsideText(outside)}
      </p>
      <PlacingGuide analysis={analysis} />
      {confirmedNote && <p className={classes.missing}>{confirmedNote}.</p>}
      {props.children}
      {analysis.view === 'lateral' && <OtherDate {...props} hasScale={hasScale !== false} />}
      {analysis.measurements.some(({ norms }) => norms) && (
        <SubjectChoice subject={subject} onChange={setSubject} />
      )}
      <ValuesTable values={values} before={before} />
      <OutputButtons {...props} values={values} before={before} subject={subject} />
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

/** The patient on the day of the examination, as far as the card says and the caller may know it. */
function subjectOf(study: AnalysisProps['study']): Subject {
  const { patientBirthday, patientSex, createdAt, examinedAt } = study;
  const ageYears = patientBirthday ? ageOn(patientBirthday, examinedAt?.day ?? createdAt) : undefined;
  return { ...(ageYears !== undefined && { ageYears }), ...(patientSex && { sex: patientSex }) };
}

function AnalysisChoice({ analysis, onAnalysis }: AnalysisProps) {
  const offered = analysesOf(analysis.view);
  if (offered.length < 2) return null;
  const choose = (id: string) => {
    saveChosenAnalysis(id);
    onAnalysis(id);
  };
  return (
    <div className={classes.chosen}>
      <Choice
        label="Анализ"
        value={analysis.id}
        options={offered.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={choose}
      />
    </div>
  );
}

/** Which landmarks the analysis still needs; nothing before the first one and when all are placed. */
function MissingLandmarks({
  analysis,
  places,
  values,
}: Pick<AnalysisProps, 'analysis' | 'places'> & { values: readonly Measurement[] }) {
  const offered = landmarksIn(analysis).map(({ name }) => name);
  const missing = offered.filter((name) => values.some((one) => one.missing.includes(name)));
  const isStarted = offered.some((name) => places[name] !== undefined);
  return (
    <p className={classes.missing} role="status">
      {isStarted && missing.length > 0 && `Для этого анализа не хватает точек: ${missing.join(', ')}`}
    </p>
  );
}

/** Empty if all are inside. */
const outsideText = (names: readonly string[]): string =>
  names.length === 0
    ? ''
    : `Вне поля снимка: ${names.join(', ')}. Значения, для которых нужны эти точки, недостоверны.`;

/** Where each landmark is placed; phones show no titles of buttons. */
const PlacingGuide = ({ analysis }: Pick<AnalysisProps, 'analysis'>) => (
  <details className={classes.places}>
    <summary>Где ставить точки</summary>
    <dl>
      {landmarksIn(analysis).map(({ name, title, place }) => (
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

interface OutputProps extends AnalysisProps {
  values: readonly Measurement[];
  before: readonly Measurement[] | undefined;
  subject: Subject;
}

function OutputButtons(props: OutputProps) {
  const {
    analysis,
    values,
    before,
    study,
    other,
    scaleNote,
    subject,
    outside = [],
    confirmedNote = '',
  } = props;
  const host = useViewerHost();
  const [isPrinting, setIsPrinting] = useState(false);
  const view = VIEW_NAMES[analysis.view];
  const title = analysesOf(analysis.view).length > 1 ? `${view}, ${analysis.title}` : view;
  const name = `${study.patientName} ${dayAlone(study, host)} ${title[0]?.toLowerCase()}${title.slice(1)}`;
  const compared = other ? `. В скобках: ${studyDay(other.study, host)}, наложение по S–N` : '';
  const heading = `${title}. Нормы: ${subjectText(subject)}${compared}`;
  const note = [scaleNote, confirmedNote, outsideText(outside)].filter(Boolean).join('. ');
  const options: PrintOptions = { title, name, scaleNote: note, heading, before };
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
        onClick={() => saveFile(tableCsv(values, before), `${name}.csv`)}
      >
        Таблица CSV
      </Button>
    </Group>
  );
}
