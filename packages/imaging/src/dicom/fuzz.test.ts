import { expect, test } from 'vitest';
import { imageElements, part10, rawElements } from '../testing/raw-dicom.ts';
import { decodeFrame } from './pixels.ts';
import { DicomProblem } from './problem.ts';
import { readDicom } from './read.ts';
import { TAG } from './tags.ts';

/** A small generator with a seed, so that a failure can be met again (xorshift32, Marsaglia 2003). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const GRAMMARS = [
  ['1.2.840.10008.1.2', { explicit: false, bigEndian: false }],
  ['1.2.840.10008.1.2.1', { explicit: true, bigEndian: false }],
  ['1.2.840.10008.1.2.2', { explicit: true, bigEndian: true }],
] as const;

const wholeFile = ([syntax, grammar]: (typeof GRAMMARS)[number]) => {
  const position = { tag: TAG.imagePosition, vr: 'DS', value: '1\\2\\3' };
  const frames = { tag: TAG.planePositionSequence, vr: 'SQ', value: [[position]] };
  const elements = [
    ...imageElements({ rows: 8, columns: 8 }),
    { tag: TAG.patientName, vr: 'PN', value: 'Ivanov^Ivan' },
    { tag: TAG.perFrameFunctionalGroups, vr: 'SQ', value: [[frames]] },
    { tag: TAG.pixelData, vr: 'OW', value: new Uint8Array(128) },
  ];
  return part10(syntax, rawElements(elements, grammar));
};

/** Reads and decodes; whatever else than a DicomProblem is thrown is the test's failure. */
async function readAll(bytes: Uint8Array): Promise<'read' | 'refused'> {
  try {
    const file = readDicom(bytes);
    await decodeFrame(bytes, file, 0);
    return 'read';
  } catch (error) {
    if (error instanceof DicomProblem) return 'refused';
    throw error;
  }
}

test('a file cut off anywhere is read or refused, never worse', async () => {
  for (const grammar of GRAMMARS) {
    const whole = wholeFile(grammar);
    expect(await readAll(whole)).toBe('read');
    for (let length = 0; length < whole.length; length += 1) {
      expect(await readAll(whole.subarray(0, length))).toBe('refused');
    }
  }
});

test('a file with wrong bytes in it is read or refused', async () => {
  const random = randomFrom(20_260_101);
  let refused = 0;
  for (let round = 0; round < 3000; round += 1) {
    const bytes = wholeFile(GRAMMARS[round % 3]!);
    for (let change = random(6); change >= 0; change -= 1) {
      const at = 128 + random(bytes.length - 128);
      bytes[at] = random(3) === 0 ? 0xff : random(256);
    }
    if ((await readAll(bytes)) === 'refused') refused += 1;
  }
  expect(refused).toBeGreaterThan(100);
});
