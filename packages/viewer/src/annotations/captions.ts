import type { Vec2 } from '../geometry/vectors.ts';

/** A text beside an annotation. */
export interface Caption {
  key: string;
  owner: 'own' | 'other';
  kind: string;
  /** on the screen: the point that the text belongs to */
  anchor: Vec2;
  text: string;
  /** shown in the colour of a warning */
  isWarning?: boolean;
}

interface PlacedCaption extends Caption {
  /** the left end of the first line's base line */
  at: Vec2;
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/* Widths are estimated, because measuring would need a layout of the page for every movement. */
const CHARACTER_PX = 7.6;
const LINE_PX = 17;
const ASCENT_PX = 12;
const GAP_PX = 12;
const MARGIN_PX = 4;

/**
 * Places captions beside their anchors: to the right if there is space, else to the left, below or above. Captions are
 * inside the pane and do not overlap those placed before, if there is space. The upper and the lower left corner are
 * kept free for the pane's name and the scale bar.
 */
export function placeCaptions(captions: readonly Caption[], pane: Vec2): PlacedCaption[] {
  const taken: Box[] = [
    { left: 0, top: 0, width: Math.min(pane[0], 240), height: 30 },
    { left: 0, top: pane[1] - 28, width: Math.min(pane[0], 200), height: 28 },
  ];
  return captions.map((caption) => {
    const lines = caption.text.split('\n');
    const size: Vec2 = [
      Math.max(...lines.map(({ length }) => length)) * CHARACTER_PX,
      lines.length * LINE_PX,
    ];
    const box = freeBox(caption.anchor, size, pane, taken);
    taken.push(box);
    return { ...caption, at: [box.left, box.top + ASCENT_PX] };
  });
}

function freeBox([x, y]: Vec2, [width, height]: Vec2, pane: Vec2, taken: readonly Box[]): Box {
  const places: Vec2[] = [
    [x + GAP_PX, y - height / 2],
    [x - GAP_PX - width, y - height / 2],
    [x - width / 2, y + GAP_PX],
    [x - width / 2, y - GAP_PX - height],
  ];
  // then line by line away from the anchor
  for (let line = 1; line * LINE_PX < pane[1]; line += 1)
    for (const side of [1, -1]) {
      const top = y - height / 2 + side * line * LINE_PX;
      places.push([x + GAP_PX, top], [x - GAP_PX - width, top], [x - width / 2, top]);
    }
  const boxes = places.map(([left, top]): Box => ({ left, top, width, height }));
  const isFree = (box: Box) => isInside(box, pane) && !taken.some((other) => overlaps(box, other));
  return boxes.find(isFree) ?? boxes.find((box) => isInside(box, pane)) ?? pushedInside(boxes[0]!, pane);
}

const isInside = ({ left, top, width, height }: Box, pane: Vec2): boolean =>
  left >= MARGIN_PX &&
  top >= MARGIN_PX &&
  left + width <= pane[0] - MARGIN_PX &&
  top + height <= pane[1] - MARGIN_PX;

const overlaps = (one: Box, other: Box): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;

const pushedInside = (box: Box, pane: Vec2): Box => ({
  ...box,
  left: Math.max(MARGIN_PX, Math.min(box.left, pane[0] - MARGIN_PX - box.width)),
  top: Math.max(MARGIN_PX, Math.min(box.top, pane[1] - MARGIN_PX - box.height)),
});
