import { IconMinus, IconPlayerPause, IconPlayerPlay, IconPlus } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Store, useStore } from '../state/store.ts';
import { activePane } from './shown-panes.ts';
import classes from './cine.module.css';

const SPEEDS = [2, 5, 10, 15, 20, 30] as const;

/** Slices per second, the same for all panes while the page is open. */
const speed = new Store({ perSecond: 10 as number });

const changeSpeed = (by: 1 | -1) =>
  speed.set(({ perSecond }) => ({
    perSecond: SPEEDS[SPEEDS.indexOf(perSecond as (typeof SPEEDS)[number]) + by] ?? perSecond,
  }));

interface CineControlProps {
  /** what is played, for its accessible name */
  label: string;
  /** shows the next slice, after the last one the first */
  onStep: () => void;
}

/** Plays the slices of a pane one after another, at a speed that can be changed meanwhile. */
export function CineControl({ label, onStep }: CineControlProps) {
  const [isPlaying, setIsPlaying] = useState(false);
  const perSecond = useStore(speed, (all) => all.perSecond);
  const step = useEffectEvent(onStep);
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => step(), 1000 / perSecond);
    return () => clearInterval(timer);
  }, [isPlaying, perSecond]);
  const Icon = isPlaying ? IconPlayerPause : IconPlayerPlay;
  return (
    <div className={classes.cine}>
      {isPlaying && (
        <>
          <SpeedButton label="Медленнее" icon={IconMinus} onClick={() => changeSpeed(-1)} />
          <output>{perSecond} в с</output>
          <SpeedButton label="Быстрее" icon={IconPlus} onClick={() => changeSpeed(1)} />
        </>
      )}
      <button
        type="button"
        data-cine
        aria-label={`${isPlaying ? 'Остановить' : 'Проиграть'}: ${label}`}
        aria-keyshortcuts="Shift+S"
        title={`${isPlaying ? 'Остановить' : 'Проиграть'} · Shift + S`}
        onClick={() => setIsPlaying(!isPlaying)}
      >
        <Icon size={18} stroke={1.6} aria-hidden />
      </button>
    </div>
  );
}

interface SpeedButtonProps {
  label: string;
  icon: typeof IconPlus;
  onClick: () => void;
}

const SpeedButton = ({ label, icon: Icon, onClick }: SpeedButtonProps) => (
  <button type="button" aria-label={label} title={label} onClick={onClick}>
    <Icon size={16} stroke={1.6} aria-hidden />
  </button>
);

/** Starts or stops the pane that the pointer was in last. */
export const toggleCine = (): void =>
  activePane()?.element.querySelector<HTMLButtonElement>('button[data-cine]')?.click();
