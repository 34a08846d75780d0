import { afterAll, expect, test } from 'vitest';
import { killAtRandom } from './testing/kill-update.mjs';
import { cleanUp, newMachine } from './testing/machine.mjs';

afterAll(cleanUp);

test('killed at twenty random moments, an update is undone or complete each time', async () => {
  const undone = await killAtRandom(await newMachine(), 20);
  process.stdout.write(`20 updates were killed: ${undone} undone, ${20 - undone} complete\n`);
  expect(undone).toBeGreaterThan(0);
});
