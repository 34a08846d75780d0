import { expect } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { only, release } from './machine.mjs';

/** Longer than an update of a test takes, so that some kills come after its end. */
const LONGEST_MS = 8_000;

/**
 * Kills an update after `afterMs`, alone or with its child processes as a power cut does, and has it undone or completed as the unit
 * does. Returns the number of the version that is then installed. Nothing of the other version is left.
 */
const killUpdate = async (machine, { from, to, afterMs, withChildren }) => {
  const { pid, ended } = await machine.beginUpdate(await release(to));
  await sleep(afterMs);
  await machine.kill(withChildren ? -pid : pid);
  await ended;
  const { code, output } = await machine.recover();
  expect([code, output]).toEqual([0, expect.any(String)]);
  const facts = await machine.facts();
  const installed = facts.link === only(from).link ? from : to;
  expect(facts).toEqual(only(installed));
  return installed;
};

/** Kills `count` updates of a machine at random moments; returns how many of them were undone. */
export const killAtRandom = async (machine, count) => {
  let installed = 1;
  let undone = 0;
  for (let i = 0; i < count; i += 1) {
    const afterMs = Math.random() * LONGEST_MS;
    const withChildren = i % 2 === 0;
    const next = await killUpdate(machine, { from: installed, to: installed + 1, afterMs, withChildren });
    if (next === installed) undone += 1;
    installed = next;
  }
  return undone;
};
