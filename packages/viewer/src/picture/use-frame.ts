import { useEffect, useReducer, useState } from 'react';
import type { PaneImage } from '../pane/pane-image.ts';
import type { PictureSeries } from '../study/study.ts';
import { isSessionOver, type TicketSession } from '../study/ticket-session.ts';
import { useBackOnline } from '../study/use-back-online.ts';
import { FrameReader } from './frame-reader.ts';

interface Frame {
  series: PictureSeries;
  index: number;
}

/** The last frame that has arrived or failed, which may be another one than the chosen one. */
export type ReadFrame =
  | { state: 'waiting' }
  | (Frame & { state: 'shown'; image: PaneImage })
  | (Frame & { state: 'failed'; failure: unknown });

interface Reading {
  frame: ReadFrame;
  attempt: number;
}

/** Waiting again counts as another attempt. */
const nextReading = ({ attempt }: Reading, frame: ReadFrame): Reading => ({
  frame,
  attempt: frame.state === 'waiting' ? attempt + 1 : attempt,
});

interface FrameOptions {
  /** undefined until it is known */
  series: PictureSeries | undefined;
  index: number;
  /** called when the session is over; any other failure concerns one frame only */
  onFailed: (reason: unknown) => void;
}

interface ChosenFrame {
  frame: ReadFrame;
  /** requests a frame again that has failed */
  retry: () => void;
}

/** Reads the chosen frame, and again after a lost connection. */
export function useFrame(session: TicketSession, { series, index, onFailed }: FrameOptions): ChosenFrame {
  const [opened, setOpened] = useState<{ series: PictureSeries; reader: FrameReader }>();
  const [{ frame, attempt }, become] = useReducer(nextReading, { frame: { state: 'waiting' }, attempt: 0 });
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
      (image) => isWanted && become({ state: 'shown', series, index, image }),
      (failure: unknown) => {
        if (!isWanted) return;
        if (isSessionOver(failure)) onFailed(failure);
        else become({ state: 'failed', series, index, failure });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [opened, series, index, attempt, onFailed]);
  const retry = () => become({ state: 'waiting' });
  useBackOnline(frame.state === 'failed' ? retry : undefined);
  return { frame, retry };
}
