import { expect, test } from 'vitest';
import { matchingCommands } from './commands.ts';
import { isPaletteKey } from '../../people/search/palette-key.ts';

const pressed = (keys: Partial<Parameters<typeof isPaletteKey>[0]>) => ({
  code: 'KeyK',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  ...keys,
});

test('only Ctrl+K, or ⌘K on a Mac, opens the command palette', () => {
  expect(isPaletteKey(pressed({ ctrlKey: true }), 'Win32')).toBe(true);
  expect(isPaletteKey(pressed({ metaKey: true }), 'MacIntel')).toBe(true);
  // in a text field of a Mac, Ctrl+K deletes the rest of the line
  expect(isPaletteKey(pressed({ ctrlKey: true }), 'MacIntel')).toBe(false);
  expect(isPaletteKey(pressed({ metaKey: true }), 'Linux x86_64')).toBe(false);
  expect(isPaletteKey(pressed({ ctrlKey: true, shiftKey: true }), 'Win32')).toBe(false);
  // AltGr
  expect(isPaletteKey(pressed({ ctrlKey: true, altKey: true }), 'Win32')).toBe(false);
  expect(isPaletteKey(pressed({ ctrlKey: true, code: 'KeyL' }), 'Win32')).toBe(false);
});

const commands = ['Главная', 'Создать исследование', 'Настройка баннера', 'Ёлка'].map((label) => ({ label }));
const found = (typed: string) => matchingCommands(commands, typed).map(({ label }) => label);

test('a command is found by the beginnings of its words, in any order and in the wrong keyboard layout', () => {
  expect(found('')).toHaveLength(4);
  expect(found('исс')).toEqual(['Создать исследование']);
  expect(found('исслед созд')).toEqual(['Создать исследование']);
  expect(found('cjplfnm')).toEqual(['Создать исследование']);
  expect(found(',fy')).toEqual(['Настройка баннера']);
  expect(found('елка')).toEqual(['Ёлка']);
  expect(found('следование')).toEqual([]);
  expect(matchingCommands([{ label: 'Сегодня', words: 'Обзор' }], 'j,p')).toHaveLength(1);
});
