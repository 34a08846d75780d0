import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { clamp, type Vec2 } from '../geometry/vectors.ts';
import { INITIAL_VIEWPORT } from '../geometry/viewport.ts';
import type { PaneImage } from '../pane/pane-image.ts';
import { FrameReader } from '../picture/frame-reader.ts';
import { windowOf } from '../picture/state.ts';
import type { PictureSeries, Study } from '../study.ts';
import type { TicketSession } from '../ticket-session.ts';
import { type CommandsRef, useCommands } from './commands.ts';
import { Stepper } from './controls.tsx';
import { PicturePane } from './picture-pane.tsx';
import classes from './simple.module.css';
import { movedBy, zoomedBy } from './zoomed.ts';

const BYTES = { center: 127.5, width: 255, inverted: false };
const MOVE = 0.1;

/** One image of a study without a volume. */
interface Shot {
  series: PictureSeries;
  frame: number;
}

/** All images of a study, in the order of its series. */
export const shotsOf = (study: Study | undefined): Shot[] =>
  (study?.series ?? []).flatMap((series) =>
    series.kind === 'pictures' ? series.frames.map((_, frame) => ({ series, frame })) : [],
  );

interface PicturesProps {
  session: TicketSession;
  shots: readonly Shot[];
  /** the picture that the page has loaded, until the image itself arrives */
  early: PaneImage | undefined;
  /** its URL, until its pixels are read */
  url: string | null;
  brightness: number;
  commands: CommandsRef;
  onFailed: (reason: unknown) => void;
  /** below the picture */
  children: ReactNode;
}

/** X-rays and photographs, one at a time. */
export function Pictures(props: PicturesProps) {
  const { session, shots, early, url, brightness, commands, onFailed, children } = props;
  const [chosen, setChosen] = useState(0);
  const [viewport, setViewport] = useState(INITIAL_VIEWPORT);
  const shot = shots[chosen];
  const read = useShot(session, shot, onFailed);
  const isEarly = !read && chosen === 0;
  const image = read ?? (isEarly ? early : undefined);
  const frame = shot?.series.frames[shot.frame];
  const size: Vec2 = read && frame ? [frame.columns, frame.rows * frame.pixelAspect] : sizeOf(image);
  const show = (index: number) => {
    setViewport(INITIAL_VIEWPORT);
    setChosen(clamp(index, 0, shots.length - 1));
  };
  useCommands(commands, {
    arrow: (right, down) => {
      if (viewport.zoom > 1) setViewport(movedBy(viewport, [-right * MOVE, -down * MOVE], size));
      else if (shots.length > 1) show(chosen + (right || down));
    },
    zoom: (factor) => setViewport((before) => zoomedBy(before, factor)),
  });
  return (
    <>
      <div className={classes.stage}>
        <PicturePane
          label="Снимок"
          image={image}
          size={size}
          displayWindow={read ? windowOf(frame) : BYTES}
          brightness={brightness}
          viewport={viewport}
          onViewport={setViewport}
          {...(shots.length > 1 && { onScroll: (by: number) => show(chosen + by) })}
        >
          {!image && isEarly && url && <img className={classes.early} src={url} alt="" />}
        </PicturePane>
      </div>
      <div className={classes.controls}>
        {shots.length > 1 && (
          <Stepper
            label="Листать снимки"
            ends={['Предыдущий снимок', 'Следующий снимок']}
            value={chosen}
            count={shots.length}
            onChange={show}
          />
        )}
        {children}
      </div>
    </>
  );
}

const sizeOf = (image: PaneImage | undefined): Vec2 => (image ? [image.width, image.height] : [1, 1]);

/** The pixels of an image; undefined until they have arrived. */
function useShot(
  session: TicketSession,
  shot: Shot | undefined,
  onFailed: (reason: unknown) => void,
): PaneImage | undefined {
  const { series, frame } = shot ?? {};
  const [read, setRead] = useState<{ series: PictureSeries; frame: number; image: PaneImage }>();
  const [reader, setReader] = useState<FrameReader>();
  useEffect(() => {
    if (!series) return;
    const opened = new FrameReader(session, series);
    setReader(opened);
    return () => opened.close();
  }, [session, series]);
  useEffect(() => {
    let isWanted = true;
    if (!reader || !series || frame === undefined) return;
    reader.read(frame).then(
      (image) => isWanted && setRead({ series, frame, image }),
      (reason) => isWanted && onFailed(reason),
    );
    return () => {
      isWanted = false;
    };
  }, [reader, series, frame, onFailed]);
  return useMemo(
    () => (read?.series === series && read?.frame === frame ? read?.image : undefined),
    [read, series, frame],
  );
}
