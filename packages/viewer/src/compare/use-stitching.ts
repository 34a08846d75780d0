import { useCallback, useEffect, useRef, useState } from 'react';
import type { JoinedVolume } from '../joined/stitch.ts';
import { STITCH_FAILURE, stitchRefusal } from './labels.ts';
import type { CompareWorkspace } from './workspace.ts';

export interface StitchingControl {
  start: () => void;
  cancel: () => void;
  /** of the running stitching, 0 to 1 */
  progress: number | undefined;
  /** why the last one made no volume */
  refusal: string | undefined;
}

/** Joins the compared volumes; the code for it is loaded when it is wanted. A running one ends with the comparison. */
export function useStitching(
  { sides, state }: CompareWorkspace,
  onJoined: (joined: JoinedVolume) => void,
): StitchingControl {
  const [shown, setShown] = useState<Pick<StitchingControl, 'progress' | 'refusal'>>(IDLE);
  const running = useRef<() => void>(undefined);
  const finish = useCallback((refusal?: string) => {
    running.current = undefined;
    setShown({ progress: undefined, refusal });
  }, []);
  const start = useCallback(() => {
    const { alignment } = state.get();
    if (running.current || alignment.state !== 'accepted') return;
    let isWanted = true;
    running.current = () => {
      isWanted = false;
    };
    setShown({ progress: 0, refusal: undefined });
    // the component of the joined volume is loaded here too, because a failure can be shown here
    Promise.all([import('../joined/stitch.ts'), import('../joined/joined-viewer.tsx')]).then(
      ([{ stitch }]) => {
        if (!isWanted) return;
        running.current = stitch({
          sides,
          transform: alignment.transform,
          onProgress: (progress) => setShown({ progress, refusal: undefined }),
          onJoined: (joined) => {
            finish();
            onJoined(joined);
          },
          onRefused: (refused) => finish(stitchRefusal(refused)),
          onFailed: () => finish(STITCH_FAILURE.memory),
        });
      },
      () => isWanted && finish(STITCH_FAILURE.connection),
    );
  }, [sides, state, finish, onJoined]);
  const cancel = useCallback(() => {
    running.current?.();
    finish();
  }, [finish]);
  useEffect(() => () => running.current?.(), []);
  return { start, cancel, ...shown };
}

const IDLE = { progress: undefined, refusal: undefined };
