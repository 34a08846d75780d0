import { Button, CloseButton, NumberInput } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import { inMm, inUnits } from '../../annotations/annotation.ts';
import bar from '../../shell/bar.module.css';
import { useStore } from '../../state/store.ts';
import { moveCursor } from '../workspace/commands.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { REGION_TOOLS } from '../workspace/modes.ts';
import { measureRegion, type RegionKind, setRegion, startPickingRegion } from './pick-region.ts';
import { useReading } from './reading.ts';
import classes from './reading-modes.module.css';
import type { RegionResult, RegionState } from '../workspace/reading-modes-state.ts';

const PROMPTS: Record<RegionKind, string> = {
  region: 'Щёлкните внутри полости на любом срезе',
  airway: 'Щёлкните просвет дыхательных путей на любом срезе',
  tooth: 'Щёлкните коронку или корень зуба на любом срезе',
};

const NOTHING: Record<RegionKind, string> = {
  region: 'Плотность в этой точке вне границ. Щёлкните в другом месте или измените границы.',
  airway: 'Здесь нет воздуха, окружённого тканями. Щёлкните в другом месте или измените границу.',
  tooth: 'Зуб здесь не выделяется. Щёлкните другое место коронки или корня.',
};

const twoDecimals = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2, minimumFractionDigits: 2 });
/** Below this volume, which a root canal or a small cyst has, two decimals of a cubic centimetre say nothing. */
const SMALL_MM3 = 100;
const asVolume = (mm3: number) =>
  mm3 < SMALL_MM3 ? `${inUnits(mm3)} мм³` : `${twoDecimals.format(mm3 / 1000)} см³`;
const inMm2 = (mm2: number) => `${inUnits(mm2)} мм²`;

/** Measures the region when it is opened or changed, also while another bar is shown. */
export function useRegionMeasuring(workspace: Workspace): void {
  const { volumeClient } = workspace;
  const kind = useStore(workspace.modes, (all) => all.region?.kind);
  const frame = useStore(workspace.state, (all) => all.frame);
  const reading = useReading(workspace);
  const toothAt = useStore(workspace.modes, (all) => all.region?.toothAt);
  const saved = kind === 'tooth' ? toothAt : kind && reading?.[kind];
  const isComplete = useSyncExternalStore(volumeClient.subscribe, () => volumeClient.isComplete);
  // also after undoing, levelling and the loading of the last slice
  useEffect(() => {
    if (kind && isComplete) measureRegion(workspace);
  }, [workspace, kind, isComplete, saved, frame]);
}

/** While a region is measured: what to click, its limits and its values. */
export function RegionBar({ workspace }: { workspace: Workspace }) {
  const { volumeClient } = workspace;
  const region = useStore(workspace.modes, (all) => all.region);
  const reading = useReading(workspace);
  const isComplete = useSyncExternalStore(volumeClient.subscribe, () => volumeClient.isComplete);
  if (!region) return null;
  const saved = region.kind === 'tooth' ? region.toothAt : reading?.[region.kind];
  const { label } = REGION_TOOLS[region.kind];
  return (
    <div className={bar.bar} role="group" aria-label={label}>
      <b>{label}</b>
      {region.isPicking || !saved ? (
        <span role="status" className={bar.prompt}>
          {PROMPTS[region.kind]}
        </span>
      ) : (
        <>
          <Values workspace={workspace} region={region} isComplete={isComplete} />
          <Limits workspace={workspace} kind={region.kind} />
          <Button size="compact-md" variant="default" onClick={() => startPickingRegion(workspace)}>
            {region.kind === 'tooth' ? 'Другой зуб' : 'Другая точка'}
          </Button>
        </>
      )}
      <div className={bar.end}>
        <CloseButton
          aria-label={`Закрыть: ${label}`}
          onClick={() => workspace.modes.set({ region: undefined })}
        />
      </div>
    </div>
  );
}

function Limits({ workspace, kind }: { workspace: Workspace; kind: RegionKind }) {
  const reading = useReading(workspace);
  if (kind === 'tooth') return null;
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
      w={72}
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
        {NOTHING[kind]}
      </span>
    );
  if (!result) return null;
  return (
    <span role="status" className={classes.values}>
      {problem === 'open' && result.kind !== 'tooth' ? (
        <span className={classes.warning}>
          Полость не замкнута: она доходит до края снимка или до предела расстояния. Сузьте границы плотности.
        </span>
      ) : (
        <ResultText result={result} isOpen={problem === 'open'} />
      )}
      {result.kind === 'airway' && result.narrowest && (
        <Button
          size="compact-md"
          variant="light"
          aria-label="Показать узкое место"
          onClick={() => result.narrowest && moveCursor(workspace, result.narrowest.centre)}
        >
          Показать
        </Button>
      )}
    </span>
  );
}

function ResultText({ result, isOpen }: { result: RegionResult; isOpen: boolean }) {
  if (result.kind === 'tooth')
    return (
      <span>
        <b>{asVolume(result.volumeMm3)}</b>
        {isOpen && <span className={classes.warning}>, контур не замкнут: край снимка или соседний зуб</span>}
        . По плотности, без нейросети: проверьте границы по срезам.
      </span>
    );
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
          , в среднем {inMm2(mean)} на {inMm(lengthMm)}, самое узкое место{' '}
          <b>{inMm2(result.narrowest.areaMm2)}</b>
        </>
      )}
    </span>
  );
}
