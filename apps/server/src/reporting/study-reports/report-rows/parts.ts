import type { Draft, Part, StoredPart } from './draft-queries.ts';

export const CONCLUSION = 'conclusion';
export const partOfField = (fieldID: string) => `field:${fieldID}`;

export const presentPart = ({ part, value, version, changedByName, changedAt }: StoredPart): Part => {
  const state = { part, version, changedByName, changedAt: changedAt.toISOString() };
  const [kind] = part.split(':');
  // `saveDraft` has stored the value of the kind
  if (kind === 'finding' || kind === 'picture' || kind === 'measurement')
    return { kind, value, ...state } as Part;
  return { kind: 'text', value: String(value), ...state };
};

const untouched = (part: string): Part => ({
  kind: 'text',
  part,
  value: '',
  version: 0,
  changedByName: null,
  changedAt: null,
});

/** The part names of a draft's texts, in the order of the fields. */
export const textPartsOf = ({ fields }: Pick<Draft, 'fields'>): string[] => [
  ...fields.map(({ fieldID }) => partOfField(fieldID)),
  CONCLUSION,
];

/** All parts of a draft: its texts, then what was added to it. */
export const presentParts = (draft: Pick<Draft, 'fields'>, stored: readonly StoredPart[]): Part[] => {
  const texts = textPartsOf(draft);
  const byName = new Map(stored.map((part) => [part.part, part]));
  return [
    ...texts.map((name) => {
      const part = byName.get(name);
      return part ? presentPart(part) : untouched(name);
    }),
    ...stored.filter(({ part }) => !texts.includes(part)).map(presentPart),
  ];
};
