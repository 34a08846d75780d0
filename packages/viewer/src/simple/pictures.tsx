import { type ReactNode, useState } from 'react';
import { clamp, type Vec2 } from '../geometry/vectors.ts';
import { INITIAL_VIEWPORT } from '../geometry/viewport.ts';
import type { DisplayWindow } from '../pane/display-window.ts';
import type { PaneImage } from '../pane/pane-image.ts';
import { windowOf } from '../picture/workspace/state.ts';
import { type ReadFrame, useFrame } from '../picture/use-frame.ts';
import type { Frame, PictureSeries, Study } from '../study/study.ts';
import type { TicketSession } from '../study/ticket-session.ts';
import { type CommandsRef, useCommands } from './commands.ts';
import { Action, Message, Stepper, Waiting } from './controls.tsx';
import { PicturePane } from './picture-pane.tsx';
import classes from './simple.module.css';
import { preparing, sentences } from './texts.ts';
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

/** The picture that the page has loaded; without an image until its pixels are read. */
interface EarlyPicture {
  image: PaneImage | undefined;
  url: string;
}

/** How far the chosen image is; the early picture is shown until it arrives, also after a failure. */
type ShownShot =
  | { state: 'unknown' }
  | { state: 'waiting' }
  | ({ state: 'early' } & EarlyPicture)
  | { state: 'shown'; image: PaneImage; frame: Frame | undefined }
  | { state: 'failed'; failure: unknown };

function shownShot(shot: Shot | undefined, read: ReadFrame, early: EarlyPicture | undefined): ShownShot {
  const isOfShot = read.state !== 'waiting' && read.series === shot?.series && read.index === shot.frame;
  if (isOfShot && read.state === 'shown')
    return { state: 'shown', image: read.image, frame: read.series.frames[read.index] };
  if (early) return { state: 'early', ...early };
  if (!shot) return { state: 'unknown' };
  return isOfShot && read.state === 'failed' ? read : { state: 'waiting' };
}

/** What the pane shows of it. */
function pictureOf(shown: ShownShot): {
  image: PaneImage | undefined;
  size: Vec2;
  displayWindow: DisplayWindow;
} {
  const image = shown.state === 'shown' || shown.state === 'early' ? shown.image : undefined;
  const frame = shown.state === 'shown' ? shown.frame : undefined;
  return {
    image,
    size: frame ? [frame.columns, frame.rows * frame.pixelAspect] : sizeOf(image),
    displayWindow: shown.state === 'shown' ? windowOf(frame) : BYTES,
  };
}

interface PicturesProps {
  session: TicketSession;
  /** undefined until the study is known */
  study: Study | undefined;
  shots: readonly Shot[];
  /** 0 to 1 while the server prepares the images */
  progress: number | null;
  /** the picture that the page has loaded, until the image itself arrives */
  early: PaneImage | undefined;
  /** its URL, until its pixels are read */
  url: string | null;
  brightness: number;
  commands: CommandsRef;
  /** as in `ViewerHost` */
  explain: (reason: unknown, fallback: string) => string;
  onFailed: (reason: unknown) => void;
  /** below the picture */
  children: ReactNode;
}

/** X-rays and photographs, one at a time. */
export function Pictures(props: PicturesProps) {
  const { session, shots, early, url, brightness, commands, onFailed, explain, children } = props;
  const [chosen, setChosen] = useState(0);
  const [viewport, setViewport] = useState(INITIAL_VIEWPORT);
  const shot = shots[chosen];
  const { frame, retry } = useFrame(session, { series: shot?.series, index: shot?.frame ?? 0, onFailed });
  const shown = shownShot(shot, frame, chosen === 0 && url !== null ? { image: early, url } : undefined);
  const { image, size, displayWindow } = pictureOf(shown);
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
  if (shown.state === 'unknown') return <NoPicture study={props.study} progress={props.progress} />;
  return (
    <>
      <div className={classes.stage}>
        {shown.state === 'failed' ? (
          <Message action={<Action onClick={retry}>Повторить</Action>}>
            {sentences.notLoaded} {explain(shown.failure, sentences.unreadable)}
          </Message>
        ) : (
          <PicturePane
            label="Снимок"
            image={image}
            size={size}
            displayWindow={displayWindow}
            brightness={brightness}
            viewport={viewport}
            onViewport={setViewport}
            {...(shots.length > 1 && { onScroll: (by: number) => show(chosen + by) })}
          >
            {shown.state === 'early' && !image && <img className={classes.early} src={shown.url} alt="" />}
          </PicturePane>
        )}
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

/** Shown until the images are known, or if there are none. */
const NoPicture = ({ study, progress }: Pick<PicturesProps, 'study' | 'progress'>) => (
  <div className={classes.stage}>
    {study ? (
      <Message>{study.reason ?? sentences.noImages}</Message>
    ) : (
      <Waiting>{preparing(progress)}</Waiting>
    )}
  </div>
);

const sizeOf = (image: PaneImage | undefined): Vec2 => (image ? [image.width, image.height] : [1, 1]);
