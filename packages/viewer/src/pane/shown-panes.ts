import { type RefObject, useEffect } from 'react';
import type { Vec2 } from '../geometry/vectors.ts';
import type { Projection } from '../geometry/viewport.ts';
import type { DisplayWindow } from './display-window.ts';
import type { PaneImage } from './pane-image.ts';

/** What a pane shows at the moment, for saving, printing and export. */
export interface ShownPane {
  /** accessible name of the pane */
  label: string;
  /** the viewer's name of the pane, if it has one */
  name?: string;
  element: HTMLElement;
  /** absent in the 3D view, which is copied from its canvas */
  picture?: {
    image: PaneImage;
    displayWindow: DisplayWindow;
    projection: Projection;
    /** of the whole picture in its units */
    size: Vec2;
    /** millimetres per unit; undefined for an X-ray whose pixel size is unknown */
    mmPerUnit: number | undefined;
  };
  /** only for the 3D view: draws its canvas with this content, calls `use`, and draws it as before */
  drawWith?: (content: { annotations: boolean; lines: boolean }, use: () => void) => void;
}

const shown = new Map<HTMLElement, ShownPane>();
let lastPointedAt: HTMLElement | undefined;

/** The panes on the screen that have a picture, in the order of the page. */
export const shownPanes = (): ShownPane[] =>
  [...shown.values()].toSorted((one, other) =>
    one.element.compareDocumentPosition(other.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );

/** The pane that the pointer was in last, otherwise the first one. */
export const activePane = (): ShownPane | undefined =>
  (lastPointedAt && shown.get(lastPointedAt)) ?? shownPanes()[0];

/** Makes a pane available to `shownPanes` while it is mounted and has a picture. */
export function useShownPane(
  ref: RefObject<HTMLElement | null>,
  label: string,
  isDrawn: boolean,
  { picture, name, drawWith }: Pick<ShownPane, 'picture' | 'name' | 'drawWith'> = {},
): void {
  useEffect(() => {
    const element = ref.current;
    if (!element || !isDrawn) return;
    shown.set(element, {
      label,
      element,
      ...(picture && { picture }),
      ...(name && { name }),
      ...(drawWith && { drawWith }),
    });
    const point = () => {
      lastPointedAt = element;
    };
    element.addEventListener('pointerenter', point);
    return () => {
      shown.delete(element);
      element.removeEventListener('pointerenter', point);
    };
  });
}
