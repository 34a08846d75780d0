import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import type { Study, VolumeSeries } from '../study/study.ts';
import type { TicketSession } from '../study/ticket-session.ts';
import type { CommandsRef } from './commands.ts';
import { Action, Message, Waiting } from './controls.tsx';
import type Scene from './scene.tsx';
import classes from './simple.module.css';
import { Slices, type SlicesState } from './slices.tsx';
import { preparing, sentences, type View } from './texts.ts';
import { useVolume } from './use-volume.ts';

interface VolumeViewsProps {
  session: TicketSession;
  study: Study | undefined;
  /** undefined until the study is known */
  series: VolumeSeries | undefined;
  /** 0 to 1 while the server prepares the images */
  progress: number | null;
  /** a failure is shown instead */
  isFailed: boolean;
  view: View;
  setView: (view: View) => void;
  brightness: number;
  commands: CommandsRef;
  onFailed: (reason: unknown) => void;
  /** below the picture */
  children: ReactNode;
}

/** Slices and volume, which need the voxels: they are loaded when one of the two is shown first, and kept. */
export function VolumeViews(props: VolumeViewsProps) {
  const { session, study, series, progress, view, isFailed, onFailed, children } = props;
  const [isWanted, setWanted] = useState(view !== 'panorama');
  if (view !== 'panorama' && !isWanted) setWanted(true);
  const { volumeClient, lookAt } = useVolume({ session, series, isWanted, onFailed });
  const [slices, setSlices] = useState<SlicesState>({ plane: 'axial', point: undefined });
  if (view === 'panorama' || isFailed) return null;
  if (study && !series)
    return (
      <div className={classes.stage}>
        <Message>{study.reason ?? sentences.noImages}</Message>
      </div>
    );
  if (!volumeClient || !series)
    return (
      <div className={classes.stage}>
        <Waiting>{preparing(progress)}</Waiting>
      </div>
    );
  const shared = { volumeClient, series, brightness: props.brightness, commands: props.commands };
  return view === 'slices' ? (
    <Slices {...shared} poster={study?.poster} state={slices} onState={setSlices} lookAt={lookAt}>
      {children}
    </Slices>
  ) : (
    <LazyScene {...shared} onSlices={() => props.setView('slices')}>
      {children}
    </LazyScene>
  );
}

type LazySceneProps = Omit<ComponentProps<typeof Scene>, 'onAgain'>;

/** The 3D view, whose code is loaded when it is shown first. */
function LazyScene(props: LazySceneProps) {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<{ Scene: typeof Scene } | 'failed'>();
  useEffect(() => {
    let isWanted = true;
    void import('./scene.tsx').then(
      ({ default: code }) => isWanted && setLoaded({ Scene: code }),
      () => isWanted && setLoaded('failed'),
    );
    return () => {
      isWanted = false;
    };
  }, [attempt]);
  const again = () => {
    setLoaded((before) => (before === 'failed' ? undefined : before));
    setAttempt(attempt + 1);
  };
  if (loaded === 'failed')
    return (
      <div className={classes.stage}>
        <Message action={<Action onClick={again}>Повторить</Action>}>{sentences.noCode}</Message>
      </div>
    );
  if (!loaded)
    return (
      <div className={classes.stage}>
        <Waiting>Загружаем объём…</Waiting>
      </div>
    );
  return <loaded.Scene key={attempt} {...props} onAgain={again} />;
}
