import type { ComparableStudy as ComparableStudySchema } from '@snimok/contract/viewing/comparison';
import type { Panorama } from '@snimok/contract/studies/panorama';
import type { Segmentation as SegmentationSchema } from '@snimok/contract/viewing/segmentation-review';
import type { ResultState } from '@snimok/contract/viewing/segmentation-labels';
import { type ComponentType, createContext, useContext } from 'react';
import type { z } from 'zod';
import type { SEGMENTATION_FILES } from './labels.ts';
import type { KeyView } from './study.ts';

type Segmentation = z.output<typeof SegmentationSchema>;
export interface Decision {
  number: number;
  from: ResultState;
  to: ResultState;
}
export type ComparableStudy = z.output<typeof ComparableStudySchema>;

/** What the page that embeds the viewer provides: its own session, its error texts and its date format. */
export interface ViewerHost {
  /** The Russian sentence for a failed call; `fallback` is for errors that are not failed calls. */
  explain: (reason: unknown, fallback?: string) => string;
  /** DD.MM.YYYY of an instant. */
  formatDay: (instant: string) => string;
  /** DD.MM.YYYY HH:MM of an instant. */
  formatMoment: (instant: string) => string;
  /** Saves a corrected arch with the portal's session, because a viewer ticket does not permit it. */
  correctArch: (
    studyID: number,
    points: [number, number, number][],
    version: number | null,
  ) => Promise<z.output<typeof Panorama>>;
  /**
   * Calls `changed` when the study may have moved to another patient or its patient has another name, or when access to it may
   * have ended. Returns a function that unsubscribes.
   */
  onStudyChanged?: (studyID: number, changed: () => void) => () => void;
  /**
   * A new ticket for the same study after the server has refused the present one, for example because the session has ended and
   * the person has signed in again. Rejects if she may no longer view the study.
   */
  newTicket?: () => Promise<string>;
  /** How this person saw a study when she left it. */
  lastViews?: {
    find: (studyID: number) => KeyView | undefined;
    save: (studyID: number, view: KeyView) => void;
  };
  /**
   * Called when the viewer is closed with annotations that are not saved yet, to show this to the user until they are. The promise rejects
   * if they cannot be saved.
   */
  keepUntilSaved?: (saved: Promise<void>) => void;
  /** How a viewer without an account reaches the centre, below the text that the access has ended. */
  Contact?: ComponentType;
  /** Calls with the portal's session, because a viewer ticket only reads. */
  segmentation?: {
    /** `replaces`: when the segmentation that the user sees was finished, or 'none' */
    request: (studyID: number, replaces: string) => Promise<Segmentation>;
    cancel: (studyID: number) => Promise<Segmentation>;
    /** saves one of its files */
    download: (studyID: number, file: keyof typeof SEGMENTATION_FILES) => Promise<void>;
    /** accepts or rejects what a model proposes */
    decide: (
      studyID: number,
      seen: Pick<Segmentation, 'finishedAt'>,
      decisions: Decision[],
    ) => Promise<Segmentation>;
  };
  /** Calls with the portal's session, because a viewer ticket opens one study only. */
  comparison?: {
    /** The patient's other studies that the user may view. */
    list: (studyID: number) => Promise<ComparableStudy[]>;
    /** A ticket for one of these studies. */
    open: (studyID: number, otherStudyID: number) => Promise<string>;
  };
}

export const ViewerHostContext = createContext<ViewerHost | undefined>(undefined);

export function useViewerHost(): ViewerHost {
  const host = useContext(ViewerHostContext);
  if (!host) throw new Error('useViewerHost is used outside <Viewer>');
  return host;
}
