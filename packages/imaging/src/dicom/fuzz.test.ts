import { expect, test } from 'vitest';
import { imageElements, part10, rawElements } from '../testing/raw-dicom.ts';
import { decodeFrame } from './pixels/pixels.ts';
import { DicomProblem } from './elements/problem.ts';
import { readDicom } from './read.ts';
import { TAG } from './elements/tags.ts';

/** A seeded generator, so that a failure can be reproduced (xorshift32, Marsaglia 2003). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const ENCODINGS = [
  ['1.2.840.10008.1.2', { explicit: false, bigEndian: false }],
  ['1.2.840.10008.1.2.1', { explicit: true, bigEndian: false }],
  ['1.2.840.10008.1.2.2', { explicit: true, bigEndian: true }],
] as const;

const completeFile = ([syntax, encoding]: (typeof ENCODINGS)[number]) => {
  const position = { tag: TAG.imagePosition, vr: 'DS', value: '1\\2\\3' };
  const frames = { tag: TAG.planePositionSequence, vr: 'SQ', value: [[position]] };
  const elements = [
    ...imageElements({ rows: 8, columns: 8 }),
    { tag: TAG.patientName, vr: 'PN', value: 'Ivanov^Ivan' },
    { tag: TAG.perFrameFunctionalGroups, vr: 'SQ', value: [[frames]] },
    { tag: TAG.pixelData, vr: 'OW', value: new Uint8Array(128) },
  ];
  return part10(syntax, rawElements(elements, encoding));
};

/** Reads and decodes the file; errors other than DicomProblem fail the test. */
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

test('a file truncated at any byte is refused by a DicomProblem', async () => {
  for (const encoding of ENCODINGS) {
    const whole = completeFile(encoding);
    expect(await readAll(whole)).toBe('read');
    for (let length = 0; length < whole.length; length += 1) {
      expect(await readAll(whole.subarray(0, length))).toBe('refused');
    }
  }
});

test('a file with random wrong bytes is read or refused by a DicomProblem', async () => {
  const random = randomFrom(20_260_101);
  let refused = 0;
  for (let round = 0; round < 3000; round += 1) {
    const bytes = completeFile(ENCODINGS[round % 3]!);
    for (let change = random(6); change >= 0; change -= 1) {
      const at = 128 + random(bytes.length - 128);
      bytes[at] = random(3) === 0 ? 0xff : random(256);
    }
    if ((await readAll(bytes)) === 'refused') refused += 1;
  }
  expect(refused).toBeGreaterThan(100);
});
