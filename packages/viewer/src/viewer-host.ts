import type { Panorama } from '@snimok/contract/panorama';
import { createContext, useContext } from 'react';
import type { z } from 'zod';

/** What the page that embeds the viewer provides: its own session, its error texts and its date format. */
export interface ViewerHost {
  /** The Russian sentence for a failed call; `fallback` is for errors that are not failed calls. */
  explain: (reason: unknown, fallback?: string) => string;
  /** DD.MM.YYYY of an instant. */
  formatDay: (instant: string) => string;
  /** Saves a corrected arch with the portal's session, because a viewer ticket does not permit it. */
  correctArch: (
    studyID: number,
    points: [number, number, number][],
    version: number | null,
  ) => Promise<z.output<typeof Panorama>>;
}

export const ViewerHostContext = createContext<ViewerHost | undefined>(undefined);

export function useViewerHost(): ViewerHost {
  const host = useContext(ViewerHostContext);
  if (!host) throw new Error('useViewerHost is used outside <Viewer>');
  return host;
}
