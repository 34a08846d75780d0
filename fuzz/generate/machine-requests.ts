import { type ElementToWrite, encode } from '@snimok/imaging/dicom/elements/write';
import type { Random } from './random.ts';
import { associationRequest, commandSet, data, uid, word } from './dimse.ts';
import { mutate } from './mutate.ts';

const WORKLIST = '1.2.840.10008.5.1.4.31';
const PERFORMED_STEP = '1.2.840.10008.3.1.2.3.3';
const COMMITMENT = '1.2.840.10008.1.20.1';
const COMMITMENT_INSTANCE = '1.2.840.10008.1.20.1.1';
const worklistContext = 1;
const stepContext = 3;
const commitmentContext = 5;

/** The name of the item in the worklist of the target, and similar names. */
const NAMES = ['Ёлкина^Анна', 'Elkina^Anna', 'ёлкина*', '^^', '=', '\\', 'И'];
const NUMBERS = ['S7', 'B3', 'S0', 'S999999999999999', 'S7\\B3', '12345', ' S7 '];
const DAYS = ['20261123', '20261101-20261130', '-', '20269999', '2026-11-23', '0900-1000'];
const UIDS = ['2.25.1', '1.2.3', '1..2', '../../x', '1'.repeat(80), ''];
const STATUSES = ['IN PROGRESS', 'COMPLETED', 'DISCONTINUED', '', 'DONE'];

/** A text with many wildcards, which a matching with backtracking divides in too many ways. */
const wildcards = (random: Random): string =>
  random.pick(['*а', '*', '?*', '*n', 'a*?', 'Ёлкина*']).repeat(random.int(random.chance(0.1) ? 5000 : 40));

const textFrom = (values: readonly string[], random: Random): string =>
  random.chance(0.3) ? wildcards(random) : random.pick(values);

type Maker = (random: Random) => ElementToWrite;

const text =
  (
    tag: number,
    vr: 'AE' | 'CS' | 'DA' | 'LO' | 'PN' | 'SH' | 'TM' | 'UI',
    values: readonly string[],
  ): Maker =>
  (random) => [tag, vr, textFrom(values, random)];

const sequence =
  (tag: number, makers: readonly Maker[]): Maker =>
  (random) => [tag, 'SQ', Array.from({ length: random.int(4) }, () => some(makers, random))];

/** A selection of the elements: each at most once, some not at all. */
const some = (makers: readonly Maker[], random: Random): ElementToWrite[] =>
  makers.filter(() => random.chance(0.7)).map((make) => make(random));

const PATIENT = [
  text(0x00100010, 'PN', NAMES),
  text(0x00100020, 'LO', ['70', '']),
  text(0x00100030, 'DA', DAYS),
  text(0x00100040, 'CS', ['F', 'M', 'O']),
];
const NUMBER = text(0x00080050, 'SH', NUMBERS);

const queryKeys = [
  ...PATIENT,
  NUMBER,
  text(0x00401001, 'SH', NUMBERS),
  text(0x00080005, 'CS', ['ISO_IR 192', 'ISO_IR 144', 'ISO 2022 IR 87', 'X']),
  text(0x0020000d, 'UI', UIDS),
  sequence(0x00400100, [
    text(0x00080060, 'CS', ['CT', 'PX']),
    text(0x00400001, 'AE', ['XRAY']),
    text(0x00400002, 'DA', DAYS),
    text(0x00400003, 'TM', DAYS),
  ]),
];

const stepKeys = [
  ...PATIENT,
  text(0x00400252, 'CS', STATUSES),
  text(0x00400244, 'DA', DAYS),
  text(0x00400245, 'TM', ['101500', '99', '']),
  text(0x00400250, 'DA', DAYS),
  sequence(0x00400270, [NUMBER, text(0x00400009, 'SH', NUMBERS), text(0x0020000d, 'UI', UIDS)]),
  sequence(0x00400281, [text(0x00080104, 'LO', NAMES)]),
];

const commitmentKeys = [
  text(0x00081195, 'UI', UIDS),
  sequence(0x00081199, [text(0x00081150, 'UI', UIDS), text(0x00081155, 'UI', UIDS)]),
];

/** A data set in Implicit VR Little Endian, the transfer syntax of `associationRequest`. */
const dataSet = (makers: readonly Maker[], random: Random): Buffer => {
  const options = { implicit: true, text: (value: string) => new TextEncoder().encode(value) };
  const bytes = Buffer.from(encode(some(makers, random), options));
  return bytes.length > 0 && random.chance(0.3) ? mutate(bytes, random) : bytes;
};

interface Operation {
  context: number;
  field: number;
  /** affected or requested SOP class and instance */
  sopClass: string;
  instance: string | null;
  makers: readonly Maker[];
}

const FIND = 0x0020;
const CREATE = 0x0140;
const SET = 0x0120;
const ACTION = 0x0130;

const operation = ({ context, field, sopClass, instance, makers }: Operation, random: Random): Buffer[] => {
  const isRequested = field === SET || field === ACTION;
  const command = commandSet([
    [isRequested ? 0x0003 : 0x0002, uid(sopClass)],
    [0x0100, word(field)],
    [0x0110, word(1 + random.int(9))],
    ...(field === FIND ? [[0x0700, word(0)] as [number, Buffer]] : []),
    [0x0800, word(random.chance(0.95) ? 0 : 0x0101)],
    ...(instance === null ? [] : [[isRequested ? 0x1001 : 0x1000, uid(instance)] as [number, Buffer]]),
    ...(field === ACTION ? [[0x1008, word(random.pick([1, 1, 1, 2]))] as [number, Buffer]] : []),
  ]);
  return [data(context, 3, command), data(context, 2, dataSet(makers, random))];
};

const conversation = (operations: Buffer[][]): Buffer =>
  Buffer.concat([
    associationRequest('XRAY', 'SNIMOK', [WORKLIST, PERFORMED_STEP, COMMITMENT]),
    ...operations.flat(),
  ]);

const several = (random: Random, make: () => Buffer[]): Buffer[][] =>
  Array.from({ length: 1 + random.int(3) }, make);

/** An association of a machine with queries of the worklist. */
export const worklistQueries = (random: Random): Buffer =>
  conversation(
    several(random, () =>
      operation(
        {
          context: worklistContext,
          field: FIND,
          makers: queryKeys,
          instance: null,
          sopClass: random.chance(0.95) ? WORKLIST : PERFORMED_STEP,
        },
        random,
      ),
    ),
  );

/** An association of a machine that begins, changes and ends steps, and asks for storage commitment. */
export const machineReports = (random: Random): Buffer =>
  conversation(
    several(random, () => {
      const step = {
        context: stepContext,
        sopClass: PERFORMED_STEP,
        instance: random.pick(UIDS),
        makers: stepKeys,
        field: random.pick([CREATE, SET]),
      };
      const commitment = {
        context: commitmentContext,
        field: ACTION,
        sopClass: COMMITMENT,
        makers: commitmentKeys,
        instance: random.chance(0.9) ? COMMITMENT_INSTANCE : '1.2.3',
      };
      return operation(random.chance(0.7) ? step : commitment, random);
    }),
  );
