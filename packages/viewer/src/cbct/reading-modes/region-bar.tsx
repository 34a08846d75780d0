import { Button, CloseButton, NumberInput, SegmentedControl } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import { inMm, inUnits } from '../../annotations/annotation.ts';
import panels from '../../shell/panels.module.css';
import { useStore } from '../../store.ts';
import { moveCursor } from '../commands.ts';
import type { Workspace } from '../workspace.ts';
import {
  chooseRegionKind,
  measureRegion,
  type RegionKind,
  setRegion,
  startPickingRegion,
  toggleRegion,
} from './pick-region.ts';
import { useReading } from './reading.ts';
import classes from './reading-modes.module.css';
import type { RegionResult, RegionState } from './state.ts';

const PROMPTS: Record<RegionKind, string> = {
  region: 'Щёлкните внутри области на любом срезе',
  airway: 'Щёлкните просвет дыхательных путей на любом срезе',
};

const twoDecimals = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2, minimumFractionDigits: 2 });
/** Of a root canal or a small cyst, two decimals of a cubic centimetre say nothing. */
const SMALL_MM3 = 100;
const asVolume = (mm3: number) =>
  mm3 < SMALL_MM3 ? `${inUnits(mm3)} мм³` : `${twoDecimals.format(mm3 / 1000)} см³`;
const inMm2 = (mm2: number) => `${inUnits(mm2)} мм²`;

/** While a region is measured: what to click, its limits and its values. */
export function RegionBar({ workspace }: { workspace: Workspace }) {
  const { volumeClient } = workspace;
  const region = useStore(workspace.modes, (all) => all.region);
  const frame = useStore(workspace.state, (all) => all.frame);
  const reading = useReading(workspace);
  const saved = region && reading?.[region.kind];
  const isComplete = useSyncExternalStore(volumeClient.subscribe, () => volumeClient.isComplete);
  const isOpened = region !== undefined;
  // also after undoing, levelling and the loading of the last slice
  useEffect(() => {
    if (isOpened && isComplete) measureRegion(workspace);
  }, [workspace, isOpened, isComplete, saved, frame]);
  if (!region) return null;
  return (
    <div className={panels.inspector} role="group" aria-label="Объём">
      <SegmentedControl
        size="xs"
        aria-label="Что измерить"
        value={region.kind}
        data={[
          { value: 'region', label: 'Область' },
          { value: 'airway', label: 'Дыхательные пути' },
        ]}
        onChange={(kind) => chooseRegionKind(workspace, kind === 'airway' ? 'airway' : 'region')}
      />
      {region.isPicking || !saved ? (
        <span role="status">{PROMPTS[region.kind]}</span>
      ) : (
        <>
          <Limits workspace={workspace} kind={region.kind} />
          <Button size="compact-md" variant="default" onClick={() => startPickingRegion(workspace)}>
            Другая точка
          </Button>
          <Values workspace={workspace} region={region} isComplete={isComplete} />
        </>
      )}
      <CloseButton aria-label="Закрыть измерение объёма" onClick={() => toggleRegion(workspace)} />
    </div>
  );
}

function Limits({ workspace, kind }: { workspace: Workspace; kind: RegionKind }) {
  const reading = useReading(workspace);
  if (kind === 'region') {
    const region = reading?.region;
    if (!region) return null;
    const change = (limits: Partial<typeof region>) =>
      setRegion(workspace, { region: { ...region, ...limits } });
    return (
      <>
        <Limit label="Плотность от" value={region.low} step={20} onChange={(low) => change({ low })} />
        <Limit label="до" value={region.high} step={20} onChange={(high) => change({ high })} />
        <Limit
          label="не дальше, мм"
          value={region.reachMm}
          step={5}
          least={1}
          most={100}
          onChange={(reachMm) => change({ reachMm })}
        />
      </>
    );
  }
  const airway = reading?.airway;
  if (!airway) return null;
  const change = (limits: Partial<typeof airway>) =>
    setRegion(workspace, { airway: { ...airway, ...limits } });
  return (
    <>
      <Limit
        label="Выше, мм"
        value={airway.upMm}
        step={1}
        least={2}
        most={100}
        onChange={(upMm) => change({ upMm })}
      />
      <Limit
        label="ниже, мм"
        value={airway.downMm}
        step={1}
        least={2}
        most={100}
        onChange={(downMm) => change({ downMm })}
      />
      <Limit label="воздух до" value={airway.below} step={20} onChange={(below) => change({ below })} />
    </>
  );
}

interface LimitProps {
  label: string;
  value: number;
  step: number;
  least?: number;
  most?: number;
  onChange: (value: number) => void;
}

const Limit = ({ label, value, step, least = -100_000, most = 100_000, onChange }: LimitProps) => (
  <label className={classes.limit}>
    {label}
    <NumberInput
      size="xs"
      w={84}
      value={value}
      step={step}
      min={least}
      max={most}
      clampBehavior="blur"
      onChange={(to) => typeof to === 'number' && to >= least && to <= most && to !== value && onChange(to)}
    />
  </label>
);

interface ValuesProps {
  workspace: Workspace;
  region: RegionState;
  isComplete: boolean;
}

function Values({ workspace, region: { kind, problem, isMeasuring, result }, isComplete }: ValuesProps) {
  if (!isComplete) return <span role="status">Дождитесь полной загрузки объёма.</span>;
  if (isMeasuring) return <span role="status">Измеряем…</span>;
  if (problem === 'none')
    return (
      <span role="status" className={classes.warning}>
        {kind === 'airway'
          ? 'Здесь нет воздуха, окружённого тканями. Щёлкните в другом месте или измените границу.'
          : 'Плотность в этой точке вне границ. Щёлкните в другом месте или измените границы.'}
      </span>
    );
  if (!result) return null;
  return (
    <span role="status" className={classes.values}>
      {problem === 'open' ? (
        <span className={classes.warning}>
          Область не замкнута: она доходит до края снимка или до предела расстояния. Сузьте границы плотности.
        </span>
      ) : (
        <ResultText result={result} />
      )}
      {result.kind === 'airway' && result.narrowest && (
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => result.narrowest && moveCursor(workspace, result.narrowest.centre)}
        >
          Показать узкое место
        </Button>
      )}
    </span>
  );
}

function ResultText({ result }: { result: RegionResult }) {
  if (result.kind === 'region')
    return (
      <span>
        <b>{asVolume(result.volumeMm3)}</b>, плотность {inUnits(result.mean)} ± {inUnits(result.deviation)} (
        {inUnits(result.min)}…{inUnits(result.max)})
      </span>
    );
  const areas = result.sections.map(({ areaMm2 }) => areaMm2);
  const mean = areas.reduce((sum, area) => sum + area, 0) / Math.max(1, areas.length);
  const lengthMm = (result.sections.at(-1)?.heightMm ?? 0) - (result.sections[0]?.heightMm ?? 0);
  return (
    <span>
      <b>{asVolume(result.volumeMm3)}</b>
      {result.narrowest && (
        <>
          , самое узкое место <b>{inMm2(result.narrowest.areaMm2)}</b>, в среднем {inMm2(mean)} на{' '}
          {inMm(lengthMm)}
        </>
      )}
    </span>
  );
}
