import { type ReactNode, useEffect, useState } from 'react';
import type { Vec2 } from '../geometry/vectors.ts';
import { INITIAL_VIEWPORT } from '../geometry/viewport.ts';
import type { PaneImage } from '../pane/pane-image.ts';
import { readBitmap } from '../picture/read-picture.ts';
import { type CommandsRef, useCommands } from './commands.ts';
import { Action, Message } from './controls.tsx';
import { PicturePane } from './picture-pane.tsx';
import classes from './simple.module.css';
import { EDGES, sentences } from './texts.ts';
import { movedBy, zoomedBy } from './zoomed.ts';

/** Black and white of a picture with 8 bits. */
const BYTES = { center: 127.5, width: 255, inverted: false };
const MOVE = 0.1;

/** The pixels of a picture that the page has loaded; undefined until they are read, null if they cannot be. */
export function useImage(url: string | null): PaneImage | null | undefined {
  const [image, setImage] = useState<PaneImage | null>();
  useEffect(() => {
    let isWanted = true;
    if (url === null) return setImage(null);
    void readImage(url).then(
      (read) => isWanted && setImage(read),
      () => isWanted && setImage(null),
    );
    return () => {
      isWanted = false;
    };
  }, [url]);
  return image;
}

async function readImage(url: string): Promise<PaneImage> {
  const element = new Image();
  element.src = url;
  await element.decode();
  return { ...readBitmap(await createImageBitmap(element)), pixelSize: [1, 1] };
}

interface PanoramaProps {
  /** shown by the browser itself until its pixels are read; null if there is no panorama */
  url: string | null;
  /** null if it cannot be read */
  image: PaneImage | null | undefined;
  brightness: number;
  commands: CommandsRef;
  /** shows the slices instead */
  onSlices: () => void;
  /** below the picture */
  children: ReactNode;
}

/** The panorama that the portal has made, or the way to the slices. */
export function Panorama({ url, image, onSlices, ...shared }: PanoramaProps) {
  if (url !== null && image !== null) return <Picture {...shared} url={url} image={image} />;
  return (
    <div className={classes.stage}>
      <Message action={<Action onClick={onSlices}>Открыть срезы</Action>}>{sentences.noPanorama}</Message>
    </div>
  );
}

interface PictureProps extends Pick<PanoramaProps, 'brightness' | 'commands' | 'children'> {
  url: string;
  image: PaneImage | undefined;
}

function Picture({ url, image, brightness, commands, children }: PictureProps) {
  const [viewport, setViewport] = useState(INITIAL_VIEWPORT);
  const size: Vec2 = image ? [image.width, image.height] : [1, 1];
  useCommands(commands, {
    arrow: (right, down) => setViewport((before) => movedBy(before, [-right * MOVE, -down * MOVE], size)),
    zoom: (factor) => setViewport((before) => zoomedBy(before, factor)),
  });
  return (
    <>
      <div className={classes.stage}>
        <PicturePane
          label="Панорама"
          image={image}
          size={size}
          displayWindow={BYTES}
          brightness={brightness}
          viewport={viewport}
          onViewport={setViewport}
          edges={EDGES.panorama}
        >
          {!image && <img className={classes.early} src={url} alt="" />}
        </PicturePane>
      </div>
      <div className={classes.controls}>
        <p className={classes.turn}>Поверните телефон, и снимок станет крупнее.</p>
        {children}
      </div>
    </>
  );
}
