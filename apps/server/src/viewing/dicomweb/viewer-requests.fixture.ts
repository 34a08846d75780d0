import { STUDY, VOLUME } from './dicomweb.fixture.ts';

interface RecordedRequest {
  what: string;
  path: string;
  /** absent: the viewer sends none */
  accept?: string;
  answer: { results: number } | { parts: number };
}

const JSON_MODEL = 'application/dicom+json';
const INSTANCE = `/studies/${STUDY}/series/${VOLUME}/instances/2.25.20`;

/**
 * The requests of OHIF 3 (`extensions/default/src/DicomWebDataSource/qido.js` and `wado/`, through dicomweb-client; frames by
 * Cornerstone's `wadors` loader), for a study of one series.
 */
export const ohif = (slices: number): RecordedRequest[] => [
  {
    what: 'the list of studies',
    path: '/studies?limit=101&offset=0&fuzzymatching=false&includefield=00081030%2C00080060%2C00080090%2C00100030',
    accept: JSON_MODEL,
    answer: { results: 1 },
  },
  {
    what: 'one study of the list',
    path: `/studies?limit=101&offset=0&fuzzymatching=false&includefield=00081030%2C00080060%2C00080090%2C00100030&StudyInstanceUID=${STUDY}`,
    accept: JSON_MODEL,
    answer: { results: 1 },
  },
  {
    what: 'the series of a study',
    path: `/studies/${STUDY}/series?includefield=0008103E%2C00080021`,
    accept: JSON_MODEL,
    answer: { results: 1 },
  },
  {
    what: 'the instances of a series',
    path: `/studies/${STUDY}/series/${VOLUME}/instances`,
    accept: JSON_MODEL,
    answer: { results: slices },
  },
  {
    what: 'the metadata of a series',
    path: `/studies/${STUDY}/series/${VOLUME}/metadata`,
    accept: JSON_MODEL,
    answer: { results: slices },
  },
  {
    what: 'a frame',
    path: `${INSTANCE}/frames/1`,
    accept: 'multipart/related; type=application/octet-stream; transfer-syntax=*',
    answer: { parts: 1 },
  },
];

/** What Java's HttpURLConnection sends without a header of the program. */
const JAVA_DEFAULT = 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2';
const WEASIS_STUDY =
  'includefield=00080020,00080030,00080050,00080061,00080090,00081030,00100010,00100020,00100021,00100030,00100040,0020000D,00200010';

/** The requests of Weasis 4 (`org.weasis.dicom.explorer.rs.RsQueryResult`) for a study of one series. */
export const weasis = (slices: number): RecordedRequest[] => [
  {
    what: 'a study',
    path: `/studies?0020000D=${STUDY}&${WEASIS_STUDY}`,
    accept: JAVA_DEFAULT,
    answer: { results: 1 },
  },
  {
    what: 'the series of a study',
    path: `/studies/${STUDY}/series?includefield=0008103E,00080060,0020000E,00200011,00081190`,
    answer: { results: 1 },
  },
  {
    what: 'the instances of a series, below its RetrieveURL',
    path: `/studies/${STUDY}/series/${VOLUME}/instances?includefield=00080018,00200013,00081190`,
    accept: JAVA_DEFAULT,
    answer: { results: slices },
  },
  {
    what: 'a file, by the RetrieveURL of its instance',
    path: INSTANCE,
    accept: 'multipart/related;type="application/dicom";transfer-syntax=*',
    answer: { parts: 1 },
  },
];
