import byVr from './value-representations.json' with { type: 'json' };

/**
 * The data dictionary (PS3.6, section 6): value representation → its tags, of groups that do not repeat. `xs` is US or
 * SS, as the pixel representation says.
 */
const vrOfTag = new Map<number, string>(
  Object.entries(byVr).flatMap(([vr, tags]) => tags.split(' ').map((tag) => [Number.parseInt(tag, 16), vr])),
);

/** The value representation of an element whose file does not say it (implicit VR). */
export function vrOf(tag: number, isSigned: boolean): string {
  const group = Math.floor(tag / 0x10000);
  const element = tag % 0x10000;
  // private creators reserve blocks of a private group (PS3.5, 7.8.1); what such a block holds only its maker knows
  if (group % 2 === 1) return element >= 0x10 && element <= 0xff ? 'LO' : 'UN';
  const vr = vrOfTag.get(tag) ?? 'UN';
  if (vr === 'xs') return isSigned ? 'SS' : 'US';
  return vr;
}
