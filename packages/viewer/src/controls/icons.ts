import { createReactComponent, type Icon } from '@tabler/icons-react';

/* Icons of dental tools that Tabler does not have, drawn on its grid of 24 × 24. */

const drawn = (name: string, paths: readonly string[]): Icon =>
  createReactComponent(
    'outline',
    name,
    name,
    paths.map((d, at) => ['path', { d, key: String(at) }]),
  );

/** A screw with its platform, thread and apex. */
export const IconImplant = drawn('implant', [
  'M8 3h8',
  'M9 3v3.5l1.4 11.5l1.6 3l1.6 -3l1.4 -11.5v-3.5',
  'M7 8.5l10 -1.5',
  'M7.5 12l9 -1.5',
  'M8.2 15.5l7.6 -1.4',
]);

/** The dental arch from above, with the points that are dragged. */
export const IconArch = drawn('arch', [
  'M4.5 18c.6 -7.5 3.2 -12 7.5 -12s6.9 4.5 7.5 12',
  'M10.5 6a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0',
  'M3 19.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0',
  'M18 19.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0',
]);

/** A spirit level. */
export const IconSpiritLevel = drawn('spirit-level', [
  'M3 8.5h18v7h-18z',
  'M8.5 8.5v7',
  'M15.5 8.5v7',
  'M10.8 12a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0 -2.4 0',
]);
