import type { BodyOf } from '@snimok/contract/platform/endpoint';
import type { saveReportDraft } from '@snimok/contract/reporting/report-drafts';
import type { ReportDraft } from '../queries.ts';

/** @internal */
export type DraftPart = ReportDraft['parts'][number];
/** @internal */
export type Change = BodyOf<typeof saveReportDraft>['changes'][number];
export type Kind = DraftPart['kind'];
export type ValueOf<K extends Kind> = Extract<DraftPart, { kind: K }>['value'];
export type Value = DraftPart['value'];

/** A part as this window shows it. */
export interface EditedPart {
  kind: Kind;
  part: string;
  value: Value;
  /** the version on which the value is based */
  version: number;
  /** not saved yet */
  isDirty: boolean;
  /** what a colleague has written meanwhile; nothing is saved until the user decides */
  conflict?: DraftPart | undefined;
  /** the values of requests without an answer, which may have been stored */
  sent?: readonly Value[] | undefined;
}

export const CONCLUSION = 'conclusion';

export const textOf = ({ value }: Pick<EditedPart, 'value'>): string =>
  typeof value === 'string' ? value : '';

export const conclusionOf = (parts: readonly EditedPart[]): string =>
  parts.flatMap((part) => (part.part === CONCLUSION ? textOf(part).trim() : [])).join('');

/** How many fields still have the text that the template has given them. */
export const countUnchanged = (fields: ReportDraft['fields'], parts: readonly EditedPart[]): number =>
  fields.filter(({ fieldID, initial }) => {
    const part = parts.find((one) => one.part === `field:${fieldID}`);
    return initial !== '' && part !== undefined && textOf(part).trim() === initial;
  }).length;

/** The value as the server stores it: without the picture itself, and without spaces around a text. */
const stored = (value: Value): unknown => {
  if (value === null) return null;
  if (typeof value === 'string') return value.trim();
  if ('picture' in value) return { keyImageUUID: value.keyImageUUID, caption: value.caption.trim() };
  if ('teeth' in value) {
    const { teeth, text, model } = value;
    const accepted = model && { finishedAt: model.finishedAt, number: model.number };
    return { teeth, text: text.trim(), ...(accepted && { accepted }) };
  }
  return { label: value.label.trim(), value: value.value.trim() };
};

const isSame = (one: Value, other: Value): boolean =>
  JSON.stringify(stored(one)) === JSON.stringify(stored(other));

/** Whether the part looks different to the user than before. */
export const isShownOtherwise = (part: EditedPart, before: EditedPart | undefined): boolean =>
  !isSame(part.value, before?.value ?? null) || part.conflict?.version !== before?.conflict?.version;

export const changeOf = ({ kind, part, value, version }: EditedPart): Change =>
  ({ kind, part, version, value: stored(value) }) as Change;

/** Merges the server's version of a part with the edited one: what only one side has changed is taken from that side. */
export const mergePart = (mine: EditedPart | undefined, theirs: DraftPart): EditedPart => {
  const { kind, part, value, version } = theirs;
  const asStored = { kind, part, value, version, isDirty: false };
  if (!mine) return asStored;
  if (!mine.isDirty) return version === mine.version ? mine : asStored;
  if (version <= mine.version) return mine;
  if (isSame(value, mine.value)) return { ...asStored, value: mine.value };
  // the server has stored the own change, but its answer has not arrived
  if (mine.sent?.some((one) => isSame(value, one))) return { ...mine, version, conflict: undefined };
  return { ...mine, conflict: theirs };
};
