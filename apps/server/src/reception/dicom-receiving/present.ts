import type { JsonAttribute, JsonDataSet } from '@snimok/imaging/dicom/elements/json-model';
import type { Outcome } from './failures.ts';

const text = (vr: string, value: string): JsonAttribute => (value === '' ? { vr } : { vr, Value: [value] });

/** The Store Instances Response Module (PS3.18, annex I). `base` is the service's URL. */
export const presentOutcomes = (base: string, outcomes: Outcome[]): JsonDataSet => {
  const failed = outcomes.filter(({ failure }) => failure !== null);
  const stored = outcomes.filter(({ failure }) => failure === null);
  const studies = new Set(stored.map(({ instance }) => instance?.studyInstanceUID ?? ''));
  const [study = ''] = studies;
  return {
    // a response about several studies has no URL of its own
    ...(studies.size === 1 && { '00081190': text('UR', `${base}/studies/${study}`) }),
    ...(failed.length > 0 && { '00081198': { vr: 'SQ', Value: failed.map(presentFailure) } }),
    ...(stored.length > 0 && {
      '00081199': { vr: 'SQ', Value: stored.map((outcome) => presentStored(base, outcome)) },
    }),
  };
};

const reference = ({ instance }: Outcome): JsonDataSet => ({
  '00081150': text('UI', instance?.sopClassUID ?? ''),
  '00081155': text('UI', instance?.sopInstanceUID ?? ''),
});

const presentFailure = (outcome: Outcome): JsonDataSet => ({
  ...reference(outcome),
  '00081197': { vr: 'US', Value: [outcome.failure ?? 0] },
});

const presentStored = (base: string, outcome: Outcome): JsonDataSet => ({
  ...reference(outcome),
  '00081190': text('UR', `${base}/studies/${outcome.instance?.studyInstanceUID ?? ''}`),
});

const KEYWORDS: Record<string, string> = {
  '00081150': 'ReferencedSOPClassUID',
  '00081155': 'ReferencedSOPInstanceUID',
  '00081190': 'RetrieveURL',
  '00081197': 'FailureReason',
  '00081198': 'FailedSOPSequence',
  '00081199': 'ReferencedSOPSequence',
};

/** The same module in the Native DICOM Model (PS3.19, A.1), which some senders request. Only URLs need escaping. */
export const outcomesAsXML = (dataSet: JsonDataSet): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<NativeDicomModel xml:space="preserve">${attributesAsXML(dataSet)}</NativeDicomModel>`;

const attributesAsXML = (dataSet: JsonDataSet): string =>
  Object.entries(dataSet)
    .map(([tag, { vr, Value = [] }]) => {
      const values = Value.map((value, at) =>
        vr === 'SQ'
          ? `<Item number="${at + 1}">${attributesAsXML(value as JsonDataSet)}</Item>`
          : `<Value number="${at + 1}">${escapeXML(String(value))}</Value>`,
      );
      return `<DicomAttribute tag="${tag}" vr="${vr}" keyword="${KEYWORDS[tag]}">${values.join('')}</DicomAttribute>`;
    })
    .join('');

const escapeXML = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
