import {
  type Attribute,
  ATTRIBUTES,
  STEP_ATTRIBUTES,
  STEP_SEQUENCE,
} from '../../apps/uploader/src/worklist/attributes.ts';
import { MAX_INSTANCES, MAX_OPEN } from '../../apps/uploader/src/commitment/accept.ts';
import { EXCHANGE_MS } from '../../apps/uploader/src/commitment/call-back.ts';
import { NO_SUCH_INSTANCE } from '../../apps/uploader/src/commitment/event.ts';
import { MAX_STEPS_A_DAY } from '../../apps/uploader/src/performed-steps/keep-steps.ts';
import { N_STATUS, STEP_KEYWORDS } from '../../apps/uploader/src/performed-steps/read-step.ts';
import { COMMITMENT_REPORT_MS } from '../../apps/uploader/src/receive/limits.ts';
import { STATUS } from '../../apps/uploader/src/receive/machine-services.ts';
import { LONGEST, matchingOf, MOST_VALUES } from '../../apps/uploader/src/worklist/keys.ts';
import { MAX_REQUEST_BYTES } from '../../apps/uploader/src/receive/receiver.ts';
import { count, hex, seconds, size, table, tagOf, tagOfKeyword } from './markdown.ts';

const MATCHING: Record<ReturnType<typeof matchingOf>, string> = {
  range: 'single value, range',
  uid: 'single value, list',
  name: 'single value, wildcard, several values, in Cyrillic or transliterated',
  text: 'single value, wildcard, several values',
};

const attributeRows = (attributes: Record<string, Attribute>, prefix = '') =>
  Object.entries(attributes).map(([keyword, { tag, vr, text }]) => [
    `${prefix}${keyword}`,
    tagOf(tag),
    vr,
    text === null ? '' : MATCHING[matchingOf(vr)],
    text === null ? 'empty' : 'known',
  ]);

export const worklist = () => `
#### 2.1.4 Modality Worklist

The answer contains the attributes of the request that are in this table, for each matching item. Attributes that the portal has for no
item are returned empty. A sequence that was requested without items is returned with all its attributes.

${table(
  ['attribute', 'tag', 'VR', 'matching key (PS3.4, C.2.2.2)', 'value'],
  [
    ...attributeRows(ATTRIBUTES),
    [STEP_SEQUENCE.keyword, tagOf(STEP_SEQUENCE.tag), 'SQ', 'sequence, one item', 'one item'],
    ...attributeRows(STEP_ATTRIBUTES, '> '),
  ],
)}

- Letters are compared without their case, ё as е. A date or time that is shorter than its form is its whole period. A date and a time of
  the step that are ranges of the same form are one range («20261123-20261124» and «18-06» is one night).
- An empty key and \`*\` match every item. An item without a value matches no other key (PS3.4, K.2.2.1.1.1). ScheduledPerformingPhysicianName
  has no value in any item.
- The Specific Character Set of the answer is configured for each machine (section 5).
- All responses of a query are sent at once; C-CANCEL has no effect.

${table(
  ['status of C-FIND', 'meaning'],
  [
    [hex(STATUS.pending), 'an item'],
    [
      hex(STATUS.pendingNotAllKeys),
      'an item; the query has a value for an attribute that is no matching key, which was not compared',
    ],
    [hex(STATUS.success), 'the end of the answer'],
    [hex(STATUS.outOfResources), 'no worklist was read from the portal yet, or the query has no data set'],
    [
      hex(STATUS.wrongIdentifier),
      `a key with more than ${MOST_VALUES} values, or no date, time or range; a value of more characters than: ${Object.entries(
        LONGEST,
      )
        .map(([vr, length]) => `${vr} ${length}`)
        .join(', ')}`,
    ],
    [
      hex(STATUS.sopClassNotSupported),
      `the machine is not listed, another SOP class, or a data set above ${size(MAX_REQUEST_BYTES)}`,
    ],
  ],
)}
`;

/** Why an N-operation of a step is refused; statuses that only storage commitment uses are in `COMMITMENT_STATUS`. */
const STEP_STATUS: Partial<Record<keyof typeof N_STATUS, string>> = {
  success: 'the step is on the disk; the portal gets it later',
  missingAttribute: 'N-CREATE without PerformedProcedureStepStatus or ScheduledStepAttributesSequence',
  missingValue: 'N-CREATE with an empty PerformedProcedureStepStatus',
  invalidValue: 'another PerformedProcedureStepStatus (N-CREATE: than IN PROGRESS), or an invalid UID',
  duplicateInstance: 'N-CREATE of a UID that exists',
  noSuchInstance: 'N-SET of a UID that does not exist',
  notAuthorized: 'N-SET of a step that another AE title has created',
  processingFailure: 'N-SET after COMPLETED or DISCONTINUED, with Error ID A710',
  resourceLimitation: `more than ${count(MAX_STEPS_A_DAY)} steps of a machine in 24 hours, or a data set above ${size(MAX_REQUEST_BYTES)}`,
};

const COMMITMENT_STATUS: Partial<Record<keyof typeof N_STATUS, string>> = {
  success: 'the request is on the disk',
  noSuchInstance: 'another instance than the well-known one',
  noSuchAction: 'another action type than 1',
  invalidArgument: 'no Transaction UID, or a missing or invalid reference',
  resourceLimitation: `more than ${count(MAX_INSTANCES)} instances, ${count(MAX_OPEN)} unreported requests of a machine, or a data set above ${size(MAX_REQUEST_BYTES)}`,
};

const statusRows = (meanings: Partial<Record<keyof typeof N_STATUS, string>>) => [
  ...Object.entries(meanings).map(([name, meaning]) => [
    hex(N_STATUS[name as keyof typeof N_STATUS]),
    meaning,
  ]),
  [hex(STATUS.sopClassNotSupported), 'the machine is not listed, or another SOP class'],
];

const keywordRow = (prefix: string) => (keyword: string) => [`${prefix}${keyword}`, tagOfKeyword(keyword)];

export const performedSteps = () => {
  const { step, ...sequences } = STEP_KEYWORDS;
  const rows = [
    ...step.map(keywordRow('')),
    ...Object.entries(sequences).flatMap(([sequence, inside]) => [
      keywordRow('')(sequence),
      ...inside.map(keywordRow('> ')),
    ]),
  ];
  return `
#### 2.1.5 Modality Performed Procedure Step

These attributes of N-CREATE and N-SET are read; others are ignored, and those that the standard requires besides may be absent. N-GET is
not provided. Times are on the clock of the PC.

${table(['attribute', 'tag'], rows)}

${table(['status', 'meaning'], statusRows(STEP_STATUS))}
`;
};

export const commitment = () => `
#### 2.1.6 Storage Commitment

An instance is committed once the portal has read its stored file and found the SHA-256 of the bytes that the machine sent.

${table(['status of N-ACTION', 'meaning'], statusRows(COMMITMENT_STATUS))}

The result is N-EVENT-REPORT with Event Type ID 1 (all instances are committed) or 2 (some are not, Failure Reason
${hex(NO_SUCH_INSTANCE)}). It is sent in an open association of the machine, which has ${seconds(COMMITMENT_REPORT_MS)} to confirm it. Otherwise
RECEIVE associates with the address of \`--commit-to\`, with one presentation context and the role of the SCP (SCP/SCU role selection), and
takes at most ${seconds(EXCHANGE_MS)}. Without either the result waits for the next association of the machine.
`;
