import { expect, test } from 'vitest';
import { ACTIONS as PICTURE_ACTIONS } from '../../picture/workspace/actions.ts';
import { HELP as PICTURE_HELP, toolsFor } from '../../picture/workspace/tools.ts';
import {
  CLIP_KEY,
  FLIP_KEY,
  RESET_KEY,
  SEGMENTATION_KEY,
  SETTINGS_KEY,
  SURFACES_KEY,
  TISSUE_OPTIONS,
  VIEW_OPTIONS,
} from '../../scene/scene-options.ts';
import type { PictureSeries } from '../../study/study.ts';
import { ACTIONS, GRID_ACTIONS } from './actions.ts';
import { MODES, REGION_TOOLS } from './modes.ts';
import { HELP, TOOLS } from './tools.ts';

interface Described {
  label: string;
  code: string;
  shortcut: string;
}

/** Several pictures with a scale have all tools. */
const stack = { frames: [{ scale: {} }, { scale: {} }] } as unknown as PictureSeries;

/** The controls of the 3D view, which may be beside the slices. */
const SCENE = [
  ...[...VIEW_OPTIONS, ...TISSUE_OPTIONS].map(({ label, key, code }) => ({ label, shortcut: key, code })),
  ...[CLIP_KEY, FLIP_KEY, RESET_KEY, SETTINGS_KEY, SURFACES_KEY, SEGMENTATION_KEY].map(({ label, code }) => ({
    label,
    code,
    shortcut: label,
  })),
];

/** The keys that the viewer handles elsewhere, for volumes and X-rays. */
const OTHER_CODES = [
  'KeyF',
  'KeyV',
  'Delete',
  'Escape',
  'Enter',
  'Ctrl+Shift+KeyZ',
  'Shift+KeyK',
  'Shift+KeyD',
  'Shift+KeyH',
  'Ctrl+KeyP',
];

test.each<[string, readonly Described[], readonly { lines: readonly (readonly string[])[] }[]]>([
  [
    'volumes',
    [...TOOLS.flat(), ...MODES, ...Object.values({ ...REGION_TOOLS, ...ACTIONS, ...GRID_ACTIONS }), ...SCENE],
    HELP,
  ],
  ['X-rays', [...toolsFor(stack).flat(), ...Object.values(PICTURE_ACTIONS)], PICTURE_HELP],
])('every tool and action of %s has a title, a key of its own and a help entry', (_name, all, help) => {
  const keys = help.flatMap(({ lines }) => lines.map(([key]) => key?.replaceAll(' ', '')));
  for (const { label, shortcut } of all) {
    expect(label).not.toBe('');
    expect(keys).toContain(shortcut);
  }
  const codes = [...all.map(({ code }) => code), ...OTHER_CODES];
  expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([]);
});
