import {
  ATTRIBUTE,
  type Key,
  type Keyword,
  type Matching,
} from '../../apps/server/src/viewing/dicomweb/instance-rows/attributes.ts';
import {
  INSTANCE_MATCHING,
  KEYS_IN_SERIES,
  SERIES_MATCHING,
} from '../../apps/server/src/viewing/dicomweb/instance-rows/instance-conditions.ts';
import {
  ofSeries,
  presentInstance,
  presentSeries,
  presentStudy,
} from '../../apps/server/src/viewing/dicomweb/instance-rows/present.ts';
import { STUDY_MATCHING } from '../../apps/server/src/viewing/dicomweb/instance-rows/study-conditions.ts';
import {
  MAX_PATTERNS,
  MAX_VALUE_LENGTH,
} from '../../apps/server/src/viewing/dicomweb/instance-rows/text-conditions.ts';
import { MAX_NAMES } from '../../apps/server/src/viewing/dicomweb/search/search-reply.ts';
import {
  MAX_AWAITED,
  MAX_IMAGES,
  MAX_REMAINING,
  MAX_STUDIES,
  PAGE_SIZES,
} from '../../apps/server/src/viewing/dicomweb/search/limits.ts';
import { count, keywordOf, table, tagOf } from './markdown.ts';
import { queryResources } from './web-services.ts';

const MATCHING: Record<Matching, string> = {
  date: 'single value, range',
  time: 'single value, range; a shorter time is its whole period',
  uid: 'single value, list',
  id: 'single value, wildcard, several values; the case of letters counts',
  text: 'single value, wildcard, several values',
  phrase: 'single value, wildcard, several values (separated by `\\` only)',
  name: 'single value, wildcard, fuzzy, several values (separated by `\\` only)',
};

const keyRows = (level: string, keys: Partial<Record<Key, Matching>>) =>
  Object.entries(keys).map(([key, matching]) => [
    level,
    key,
    key
      .split('.')
      .map((keyword) => tagOf(ATTRIBUTE[keyword as Keyword]))
      .join('.'),
    MATCHING[matching],
  ]);

/** The attributes of an answer, from answers about things without any value: they have the same attributes. */
const returned = () => {
  const study = presentStudy(
    {
      id: 0,
      patientID: 0,
      createdAt: new Date(0),
      modalities: [],
      doctorName: '',
      patientName: '',
      birthday: null,
      sex: null,
      studyInstanceUID: '',
      seriesCount: 0,
      imageCount: 0,
    } as unknown as Parameters<typeof presentStudy>[0],
    '',
    'UTC',
  );
  const of = {
    study: 0,
    seriesInstanceUID: '',
    sopInstanceUID: '',
    instanceCount: 0,
    total: 0,
    attributes: {},
  };
  const series = presentSeries(of, '', '');
  const instance = presentInstance(
    { ...of, instanceNumber: 0, rank: 0, entry: 0 } as Parameters<typeof presentInstance>[0],
    '',
    '',
  );
  return { study, series, instance, ofSeries: ofSeries({}) };
};

const listed = (tags: Iterable<string>) =>
  [...tags]
    .toSorted()
    .map((tag) => `${keywordOf(tag)} ${tagOf(tag)}`)
    .join(', ');

export const searches = () => {
  const { study, series, instance, ofSeries: shared } = returned();
  return `
### 4.1 QIDO-RS (PS3.18, 10.6)

${queryResources()}

${table(
  ['level', 'matching key', 'tag', 'matching (PS3.4, C.2.2.2)'],
  [
    ...keyRows('study', STUDY_MATCHING),
    ...keyRows('series', SERIES_MATCHING),
    ...keyRows('instance', INSTANCE_MATCHING),
  ],
)}

Searches of one study match the keys of its series and instances, searches of one series ${KEYS_IN_SERIES.join(', ')}; \`/series\` and \`/instances\`
match the keys of studies too. These are all keys of PS3.18, table 10.6.1-5, and birth date, sex and description.

${table(
  ['answer about', 'attributes'],
  [
    ['a study', listed(Object.keys(study))],
    ['a series', listed(Object.keys(series))],
    ['an instance', listed(Object.keys(instance))],
    ['an instance, of a search that names no series, besides', listed(Object.keys(shared))],
    ['a series or instance of all studies, besides', 'those of the study'],
  ],
)}

- \`includefield\` is accepted and ignored, because all these attributes are always returned. An attribute without a value has no \`Value\`.
- Attributes are named by keyword or tag, those of a sequence as \`00400275.00400009\`. A parameter that is not matched does not restrict the
  answer; a \`Warning: 299\` header names up to ${MAX_NAMES} such parameters, and the number of further ones.
- An empty value or \`*\` matches everything, including rows without a value; any other value matches only rows that have one. Several
  values are separated by commas or backslashes, or the parameter is repeated, and one of them has to match. The case of letters is
  ignored except where the table says otherwise.
- StudyDate and StudyTime that are ranges of the same form are one range (combined date and time matching). If both attributes of a request
  (RequestAttributesSequence) are given, they have to match in one item.
- A name matches from its beginning; components that the key leaves out match everything. With \`fuzzymatching=true\` each word of the key, of
  at least three letters together, is looked for anywhere in a name and in any order.
- 400: a date, time or range that is not valid, a \`limit\` or \`offset\` that is not a valid number, a value of more than ${MAX_VALUE_LENGTH} characters,
  more than ${MAX_PATTERNS} values with wildcards, or an attribute that is named twice, by keyword and by tag. 204: no result.

${table(
  ['search', 'results without `limit`', 'most'],
  [
    ['studies', count(PAGE_SIZES.studies.usual), count(PAGE_SIZES.studies.most)],
    ['series of a study', count(PAGE_SIZES.series.usual), count(PAGE_SIZES.series.most)],
    ['instances of a study or series', count(PAGE_SIZES.instances.usual), count(PAGE_SIZES.instances.most)],
    ['series or instances of all studies', count(PAGE_SIZES.all.usual), count(PAGE_SIZES.all.most)],
  ],
)}

If more match, a \`Warning: 299\` header says how many (PS3.18, 8.3.4.4); studies are counted up to ${count(MAX_REMAINING)} further ones. \`/series\` and
\`/instances\` search the newest studies that the keys of studies select, at most ${MAX_STUDIES} studies or ${count(MAX_IMAGES)} images. If more studies match, or
if the metadata of more than ${MAX_AWAITED} studies are still to be made, a \`Warning: 299\` header says what was not searched.
`;
};
