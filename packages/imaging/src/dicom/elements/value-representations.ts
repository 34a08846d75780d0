import byVr from './value-representations.json' with { type: 'json' };

/**
 * The data dictionary (PS3.6, section 6) without repeating groups: tag → value representation. `xs` stands
 * for US or SS, depending on the pixel representation.
 */
const vrOfTag = new Map<number, string>(
  Object.entries(byVr).flatMap(([vr, tags]) => tags.split(' ').map((tag) => [Number.parseInt(tag, 16), vr])),
);

/** The value representation of an element in implicit VR; `UN` if the dictionary does not contain it. */
export function vrOf(tag: number, isSigned: boolean): string {
  const group = Math.floor(tag / 0x10000);
  const element = tag % 0x10000;
  // Private creator elements reserve blocks of a private group (PS3.5, 7.8.1); the VRs in a block are not
  // public.
  if (group % 2 === 1) return element >= 0x10 && element <= 0xff ? 'LO' : 'UN';
  const vr = vrOfTag.get(tag) ?? 'UN';
  if (vr === 'xs') return isSigned ? 'SS' : 'US';
  return vr;
}
