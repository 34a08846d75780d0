import { useEffect, useState } from 'react';
import type { PaneImage } from '../pane/pane-image.ts';
import type { PictureSeries } from '../study/study.ts';
import { isSessionOver, type TicketSession } from '../study/ticket-session.ts';
import { useBackOnline } from '../study/use-back-online.ts';
import { FrameReader } from './frame-reader.ts';

/** A frame of a series: its image, or why there is none. */
interface ReadFrame {
  series: PictureSeries;
  index: number;
  image?: PaneImage;
  failure?: unknown;
}

interface FrameOptions {
  /** undefined until it is known */
  series: PictureSeries | undefined;
  index: number;
  /** called when the session is over; any other failure concerns one frame only */
  onFailed: (reason: unknown) => void;
}

interface ShownFrame {
  /** the last frame that has arrived or failed, which may be another one than the chosen one */
  read: ReadFrame | undefined;
  /** requests a frame again that has failed */
  retry: () => void;
}

/** Reads the chosen frame, and again after a lost connection. */
export function useFrame(session: TicketSession, { series, index, onFailed }: FrameOptions): ShownFrame {
  const [opened, setOpened] = useState<{ series: PictureSeries; reader: FrameReader }>();
  const [read, setRead] = useState<ReadFrame>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!series) return;
    const reader = new FrameReader(session, series);
    setOpened({ series, reader });
    return () => reader.close();
  }, [session, series]);
  useEffect(() => {
    let isWanted = true;
    if (!series || opened?.series !== series) return;
    opened.reader.read(index).then(
      (image) => isWanted && setRead({ series, index, image }),
      (failure: unknown) => {
        if (!isWanted) return;
        if (isSessionOver(failure)) onFailed(failure);
        else setRead({ series, index, failure });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [opened, series, index, attempt, onFailed]);
  const retry = () => {
    setRead(undefined);
    setAttempt((before) => before + 1);
  };
  useBackOnline(read?.failure === undefined ? undefined : retry);
  return { read, retry };
}
