import { MEDIA_STORAGE_DIRECTORY, writeDirectory } from '@snimok/imaging/dicom/directory';
import { type JsonAttribute, jsonModel, type JsonDataSet } from '@snimok/imaging/dicom/elements/json-model';
import { TAG } from '@snimok/imaging/dicom/elements/tags';
import { DERIVED_SERIES_NUMBER, type DicomSource, readSource } from '@snimok/imaging/export/dicom-source';
import {
  COMPREHENSIVE_3D_SR,
  measurementReport,
  QUANTITIES,
  UNITS,
} from '@snimok/imaging/export/measurement-report';
import type { CodedConcept } from '@snimok/imaging/export/content-items';
import { SECONDARY_CAPTURE, secondaryCapture } from '@snimok/imaging/export/secondary-capture';
import { keywordOf, table, tagOf } from './markdown.ts';

/** What an object is derived from; two with different values show which attributes of the result are constant. */
const sourceWith = (number: number): DicomSource => {
  const text = (vr: string, value: string): JsonAttribute => ({ vr, Value: [value] });
  const uid = (last: number) => text('UI', `2.25.${number}${last}`);
  const image: JsonDataSet = {
    '00080016': uid(1),
    '00080018': uid(2),
    '00080020': text('DA', `2026010${number}`),
    '00080030': text('TM', `10000${number}`),
    '00080050': text('SH', `S${number}`),
    '00080090': { vr: 'PN', Value: [{ Alphabetic: `D${number}` }] },
    '00100010': { vr: 'PN', Value: [{ Alphabetic: `P${number}` }] },
    '00100020': text('LO', `I${number}`),
    '00100030': text('DA', `1980010${number}`),
    '00100040': text('CS', number === 1 ? 'F' : 'M'),
    '0020000D': uid(3),
    '0020000E': uid(4),
    '00200010': text('SH', `${number}`),
    '00200052': uid(5),
  };
  const source = readSource([image]);
  if (!source) throw new Error('the sample has no UIDs');
  return source;
};

const copied = new Set(
  sourceWith(1).identity.map(([tag]) => tag.toString(16).padStart(8, '0').toUpperCase()),
);

const valueOf = ({ Value = [] }: JsonAttribute): string =>
  Value.map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value))).join('\\');

const isPixelData = (tag: string) => Number.parseInt(tag, 16) === TAG.pixelData;

/** The attributes of a kind of object: the constant values, and where the others come from. */
const attributeTable = (make: (number: number) => Uint8Array): string => {
  const [one, other] = [1, 2].map((number) => jsonModel(make(number), { pixelsAt: '' })) as [
    JsonDataSet,
    JsonDataSet,
  ];
  const rows = Object.entries(one).map(([tag, attribute]) => {
    const value = valueOf(attribute);
    const isConstant = attribute.vr !== 'SQ' && !isPixelData(tag) && value === valueOf(other[tag]!);
    const origin = isPixelData(tag) || attribute.vr === 'SQ' ? '' : 'of this object';
    const text = value === '' ? 'empty' : `\`${value}\``;
    const source = copied.has(tag) ? 'copied from the images' : isConstant ? text : origin;
    return [keywordOf(tag), tagOf(tag), attribute.vr, source];
  });
  return table(['attribute', 'tag', 'VR', 'value'], rows);
};

const captureOf = (number: number) =>
  secondaryCapture(
    sourceWith(number),
    {
      width: number,
      height: number,
      rgba: new Uint8Array(4 * number * number),
      pixelMm: number,
      description: `${number}`,
      namesPatient: number === 1,
    },
    [{ instance: sourceWith(number).instances[0]!, frame: null }],
    new Date(2026, 0, number, number, number, number),
  );

const reportOf = (number: number) =>
  measurementReport(sourceWith(number), [], new Date(2026, 0, number, number, number, number));

const directoryOf = () =>
  writeDirectory(
    [
      {
        name: 'P',
        id: 'I',
        studies: [
          {
            studyInstanceUID: '2.25.1',
            date: '20260101',
            time: '100000',
            description: 'D',
            id: '1',
            accessionNumber: 'S1',
            series: [
              {
                seriesInstanceUID: '2.25.2',
                modality: 'CT',
                seriesNumber: 1,
                images: [
                  {
                    fileID: ['DICOM', 'S0001', 'I00001'],
                    sopClassUID: '2.25.3',
                    sopInstanceUID: '2.25.4',
                    transferSyntaxUID: '1.2.840.10008.1.2.1',
                    instanceNumber: 1,
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
    { fileSetID: 'SNIMOK', sopInstanceUID: '2.25.5' },
  );

const listed = (tags: string[]) => tags.map((tag) => `${keywordOf(tag)} ${tagOf(tag)}`).join(', ');

export const media = () => {
  const model = jsonModel(directoryOf(), { pixelsAt: null });
  const records = (model['00041220']?.Value ?? []) as JsonDataSet[];
  const offsets = ['00041400', '00041410', '00041420', '00041430'];
  const typeOf = (record: JsonDataSet) => valueOf(record['00041430']!);
  const rows = records.map((record) => [
    typeOf(record),
    listed(Object.keys(record).filter((tag) => !offsets.includes(tag))),
  ]);
  return `
## 3. Media interchange (PS3.10)

### 3.1 File-set creator: «Записать на диск»

The portal makes a ZIP whose content is a file-set for a disc or memory stick:

- \`DICOMDIR\`, Media Storage Directory Storage (${MEDIA_STORAGE_DIRECTORY}), Basic Directory IOD (PS3.3, annex F), File-set ID \`SNIMOK\`,
  Explicit VR Little Endian.
- \`DICOM/Snnnn/Innnnn\`: the images, byte for byte as they were uploaded, in their own transfer syntaxes. Files of PS3.10 with a SOP Instance
  UID are listed, the second file with the same UID is left out. Other images are in \`FILES/\` and not listed.
- \`index.html\` and its pictures, which show the images without a network. They are no part of the file-set.

${table(['directory record', 'keys'], rows)}

Every record states the character set ISO_IR 192. PatientID, StudyID, StudyDate and StudyTime that the files lack are those of the portal. The images
are not transcoded, so a disc conforms to a profile of PS3.11 (such as STD-GEN-CD) only if all its images have the transfer syntax that the profile
demands; none is claimed.

### 3.2 File-set reader: uploads

The portal reads files of PS3.10, and files without preamble whose first elements are plausible, from folders, ZIPs and discs. It reads every file
by itself; a DICOMDIR is stored with the other files and not used.
`;
};

const codeRows = (codes: Record<string, CodedConcept>) =>
  Object.values(codes).map((concept) => concept.map(([, , value]) => String(value)));

export const objects = () => `
## Annex A. Objects that the product makes

The online viewer makes these objects from a DICOM series, as files that a person saves. They are not stored in the portal. Text is in UTF-8
(ISO_IR 192), the encoding is Explicit VR Little Endian, UIDs are made from random UUIDs (2.25).

The product makes no other DICOM objects: signed reports are PDF/A-3 files and not Encapsulated PDF, segmentations are GLB and STL surfaces and not
Segmentation or Surface Segmentation objects, volumes are exported as NIfTI. Files of the demonstration centre are synthetic CT and DX images.

### A.1 Secondary Capture Image (${SECONDARY_CAPTURE})

The picture of a pane (PS3.3, A.8.1), series ${DERIVED_SERIES_NUMBER.capture}. PixelSpacing is absent without a scale, SourceImageSequence without a source image.
BurnedInAnnotation is YES if the picture contains the patient's name.

${attributeTable(captureOf)}

### A.2 Comprehensive 3D SR (${COMPREHENSIVE_3D_SR})

The measurements of a series (PS3.3, A.35.13), series ${DERIVED_SERIES_NUMBER.report}: Measurement Report, TID 1500 of PS3.16, with a Measurement Group (TID 1501) for each annotation:
tracking identifier and UID, person observer, values, SCOORD3D in the patient's millimetres or SCOORD in an image (TID 320), the image, a comment.

${attributeTable(reportOf)}

${table(['code of a value or unit', 'scheme', 'meaning'], [...codeRows(QUANTITIES), ...codeRows(UNITS)])}
`;
