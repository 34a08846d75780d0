import {
  type DicomwebEndpoints,
  dicomweb,
  storeInstances,
  storeInstancesOfStudy,
} from '@snimok/contract/viewing/dicomweb';
import { MAX_MODEL_BYTES } from '@snimok/imaging/dicom/elements/json-model';
import { FAILURE } from '../../apps/server/src/reception/dicom-receiving/failures.ts';
import { LEAST_BYTES, MAX_TOTAL_BYTES } from '../../apps/server/src/studies/metadata/make-metadata.ts';
import { WAIT_MS } from '../../apps/server/src/viewing/dicomweb/files/metadata.ts';
import {
  BYTES_TYPE,
  FILE_TYPE,
  JSON_TYPE,
  JSON_TYPES,
  MULTIPART,
  RENDERED_TYPES,
  XML_TYPE,
} from '../../apps/server/src/viewing/dicomweb/requests/media-types.ts';
import { hex, seconds, size, table } from './markdown.ts';

const files = `\`${MULTIPART}; type="${FILE_TYPE}"\``;
const frames = `\`${MULTIPART}; type="${BYTES_TYPE}"\``;
const json = `\`${JSON_TYPE}\``;
const pictures = RENDERED_TYPES.map((type) => `\`${type}\``).join(' or ');

/** The representation of each resource. */
const RESPONSES: Record<keyof DicomwebEndpoints, string> = {
  searchStudies: json,
  searchAllSeries: json,
  searchAllInstances: json,
  searchSeries: json,
  searchStudyInstances: json,
  searchInstances: json,
  retrieveStudy: files,
  retrieveSeries: files,
  retrieveInstance: `${files} or, if only that is accepted, \`${FILE_TYPE}\``,
  studyMetadata: json,
  seriesMetadata: json,
  instanceMetadata: json,
  retrieveFrames: frames,
  retrieveBulkData: `${frames}, one part`,
  renderInstance: pictures,
  renderFrame: pictures,
};

const resourceOf = (url: string) => `\`${url.replace('/dicomweb', '').replaceAll(/:(\w+)/g, '{$1}')}\``;

const resources = (service: string) =>
  (Object.keys(RESPONSES) as (keyof DicomwebEndpoints)[])
    .filter((name) => dicomweb[name].schema.summary.startsWith(service))
    .map((name) => [
      resourceOf(dicomweb[name].url),
      dicomweb[name].schema.summary.replace(`${service}: `, ''),
      RESPONSES[name],
    ]);

export const queryResources = () => table(['resource', 'content', 'response'], resources('QIDO-RS'));

export const retrieve = () => `
### 4.2 WADO-RS (PS3.18, 10.4)

${table(['resource, GET', 'content', 'response'], resources('WADO-RS'))}

- Files are sent byte for byte as uploaded, in their own transfer syntax; a request for another one is 406.
- Frames are uncompressed, as in Explicit VR Little Endian, whatever the compression of the file. Colour samples are interleaved and have
  full chrominance. Metadata states the Photometric Interpretation and Planar Configuration of these frames, not those of the file.
- Rendered pictures take \`viewport=w,h\` (1 to 4096 pixels a side; the picture fits inside and keeps its proportions),
  \`window=centre,width[,linear]\` (a width of at least 1) and \`quality\` (1 to 100, of JPEG). Other values, a region of the image and other
  window functions are 400. \`rendered\` of an instance is its first frame.
- Metadata contains every attribute before the pixel data: text in UTF-8, binary values up to 16 kB inline. Pixel data, longer binary
  values, and texts above 64 kB have an absolute \`BulkDataURI\` at the top level and are omitted in sequences. Metadata made by an earlier
  version omit all of these except the pixel data. Attributes of implicit VR files get their VR from the dictionary; private ones are UN.
- Bulk data of the pixel data are all frames one after another, uncompressed as above; bulk data of another attribute are the bytes of
  its value, little endian.
- Metadata of one instance has at most ${size(MAX_MODEL_BYTES)} of JSON; metadata of a study has at most ${size(MAX_TOTAL_BYTES)} and ${size(LEAST_BYTES)} for each
  further instance. Attributes that do not fit are omitted, and attributes of patient, study, series and image last. A sequence is omitted
  as a whole.
- While metadata is being made, requests below \`/studies/{studyUID}\` wait for up to ${seconds(WAIT_MS)} and are then answered 503 with
  \`Retry-After\`.
- Metadata and results of searches are also sent to clients that accept ${JSON_TYPES.slice(1)
  .map((type) => `\`${type}\``)
  .join(', ')}. XML is not supported.
- Pixel data that cannot be decoded are 422; the file itself can still be retrieved. Files that cannot be read as DICOM are not listed.

Not supported: \`bulkdata\` and \`pixeldata\` of a study or series, thumbnail resources, rendered series and studies, presentation states, ZIP,
WADO-URI, UPS-RS.
`;

const FAILURES: Record<keyof typeof FAILURE, string> = {
  processing:
    'the instance names no study or booking of the portal, and no card for unknown patients is configured (`STOW_UNKNOWN_PATIENT`)',
  duplicateInstance: 'another content is stored under this SOP Instance UID',
  outOfResources: 'a limit was reached after a part of the request had been stored',
  otherStudy: 'the instance belongs to another study than the path names',
  cannotUnderstand: 'no DICOM file with Study and SOP Instance UID; the item has no UIDs',
};

export const store = () => `
### 4.3 STOW-RS (PS3.18, 10.5)

${table(
  ['resource, POST', 'content', 'request', 'response'],
  [storeInstances, storeInstancesOfStudy].map(({ url, schema }) => [
    resourceOf(url),
    schema.summary.replace('STOW-RS: ', ''),
    `${files.slice(0, -1)}; boundary=…\`, one file in each part`,
    `${json} or, if only that is accepted, \`${XML_TYPE}\``,
  ]),
)}

${table(
  ['status', 'meaning'],
  [
    [200, 'everything is stored'],
    [202, 'a part is stored'],
    [400, 'the body is incomplete or no multipart message; nothing is stored'],
    [401, 'no valid token or session'],
    [403, 'the caller may not upload'],
    [406, "the response's media type"],
    [409, 'nothing is stored'],
    [413, 'the limits of one upload'],
    [415, "the request's media type, or a compressed body"],
    [429, "the account's limit of the day"],
    ['503, 507', 'the portal has no database, store or disk space; send the same request again'],
  ],
)}

The response has RetrieveURL (0008,1190) if all stored instances are of one study, ReferencedSOPSequence (0008,1199), and FailedSOPSequence
(0008,1198) with FailureReason (0008,1197):

${table(
  ['FailureReason', 'meaning'],
  Object.entries(FAILURE).map(([name, code]) => [hex(code), FAILURES[name as keyof typeof FAILURE]]),
)}

*Stored* means that the bytes are in the store and registered, and will be processed. An identical instance that is stored already is a
success and stored once. Every SOP class and transfer syntax is stored. Not supported: metadata with bulk data instead of files
(\`${JSON_TYPE}\` and \`${XML_TYPE}\` bodies).
`;
