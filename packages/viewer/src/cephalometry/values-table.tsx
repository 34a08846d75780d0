import { deviationText, differenceText, normText, valueText } from './analysis-texts.ts';
import classes from './cephalometry.module.css';
import { barOf, deviationOf, type Measurement } from './measurements.ts';

/** More missing landmarks are named above the table only. */
const FEW = 2;

interface ValuesTableProps {
  values: readonly Measurement[];
  /** of the tracing that is superimposed, in the same order */
  before: readonly Measurement[] | undefined;
}

/** Each value beside its norm, and how far it is from it. */
export const ValuesTable = ({ values, before }: ValuesTableProps) => (
  <table className={classes.table}>
    <thead>
      <tr>
        <th scope="col">Показатель</th>
        <th scope="col">Значение</th>
        <th scope="col">Норма</th>
        <th scope="col">Отклонение</th>
      </tr>
    </thead>
    <tbody>
      {values.map((one, at) => (
        <Row key={one.name} measurement={one} before={before?.[at]} />
      ))}
    </tbody>
  </table>
);

interface RowProps {
  measurement: Measurement;
  before: Measurement | undefined;
}

function Row({ measurement, before }: RowProps) {
  const { name, meaning, norm, needsScale, normsOfOthers, missing } = measurement;
  return (
    <tr data-deviation={deviationOf(measurement)}>
      <td>
        {name}
        <small>{meaning}</small>
        {missing.length > 0 && missing.length <= FEW && <small>не поставлены: {missing.join(', ')}</small>}
      </td>
      <td>
        {needsScale ? <small>{valueText(measurement)}</small> : valueText(measurement)}
        {before?.value !== undefined && <small>другая дата: {valueText(before)}</small>}
      </td>
      <td>
        {normText(measurement)}
        {norm && <small>{norm.source}</small>}
        {normsOfOthers && <small>есть только: {normsOfOthers}</small>}
      </td>
      <td>
        {differenceText(measurement)}
        <small>{deviationText(measurement)}</small>
        <DeviationBar at={barOf(measurement)} />
      </td>
    </tr>
  );
}

/** The norm as the middle third of a bar, and the value as a mark; the texts beside it say the same. */
const DeviationBar = ({ at }: { at: number | undefined }) =>
  at !== undefined && (
    <svg className={classes.bar} viewBox="0 0 60 10" aria-hidden>
      <rect x={0} y={4} width={60} height={2} className={classes.barScale} />
      <rect x={20} y={2} width={20} height={6} className={classes.barNorm} />
      <rect x={at * 57} y={0} width={3} height={10} className={classes.barValue} />
    </svg>
  );
