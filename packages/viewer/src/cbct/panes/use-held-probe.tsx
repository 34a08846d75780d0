import { type ReactNode, useRef, useState } from 'react';
import type { Surface } from '../../geometry/surface.ts';
import type { Vec2 } from '../../geometry/vectors.ts';
import type { Drag, PointerSample } from '../../pane/gestures.ts';
import classes from './held-probe.module.css';
import { PROBE_RADIUS_MM, probeText } from './probe-text.ts';
import type { Workspace } from '../workspace/workspace.ts';

interface HeldProbe {
  startLongPress: (pointer: PointerSample) => Drag;
  /** the value above the finger, while it rests */
  label: ReactNode;
}

/** A finger that rests shows the value below it, and follows it until it is lifted; nothing is drawn. */
export function useHeldProbe({ volumeClient }: Workspace, pane: string, surface: Surface): HeldProbe {
  const [shown, setShown] = useState<{ px: Vec2; text: string }>();
  const isHeld = useRef(false);
  const probe = ({ px, position }: PointerSample) => {
    setShown((before) => ({ px, text: before?.text ?? '…' }));
    const request = { at: surface.toPoint(position), radiusMm: PROBE_RADIUS_MM };
    volumeClient.request(`held ${pane}`, 'probe', request, (response) => {
      if (isHeld.current) setShown((before) => before && { ...before, text: probeText(response) });
    });
  };
  return {
    startLongPress: (pointer) => {
      isHeld.current = true;
      probe(pointer);
      return {
        move: probe,
        end: () => {
          isHeld.current = false;
          setShown(undefined);
        },
      };
    },
    label: shown && (
      <output className={classes.held} style={{ left: shown.px[0], top: shown.px[1] }}>
        {shown.text}
      </output>
    ),
  };
}
