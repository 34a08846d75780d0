import { CONTENT_FLAGS } from '@snimok/contract/studies/content-flags';

export type Flag = (typeof CONTENT_FLAGS)[number];

/** Extensions that Windows, macOS or Linux run when such a file is opened. */
const PROGRAMS =
  /\.(exe|com|scr|pif|cpl|dll|ocx|sys|drv|msi|msp|mst|msix|appx|jar|jnlp|class|apk|app|dmg|pkg|deb|rpm|run|bin|elf|so|dylib|inf|gadget|xll|chm|appref-ms|application)$/i;
const SCRIPTS =
  /\.(js|jse|mjs|cjs|vbs|vbe|vb|wsf|wsh|ws|wsc|sct|bat|cmd|ps1|psm1|psd1|ps1xml|lnk|url|desktop|reg|scf|hta|msc|sh|bash|zsh|csh|command|py|pyw|pl|rb|php|lua|applescript|scpt|ahk|settingcontent-ms|library-ms|search-ms|theme|xbap)$/i;
const PAGES = /\.(html?|xhtml?|shtml?|mht|mhtml|svgz?|xht|xsl|xslt)$/i;

/** The search for scripts reads this much of a file. */
const TEXT_BYTES = 256 * 1024;
const PREAMBLE_BYTES = 128;

/**
 * What a file is besides an image. Examines its name, which alone decides what Windows does with it, and its first
 * bytes, which alone show what it is. Viewers on the discs of X-ray machines are programs too, so a flag is no
 * accusation.
 */
export const flagsOf = (name: string, head: Buffer): Flag[] => {
  const isImage = isDicom(head);
  const has: Record<Flag, boolean> = {
    program: PROGRAMS.test(name) || (!isImage && isProgram(head)),
    script: SCRIPTS.test(name) || (!isImage && isScript(head)),
    html: isImage ? PAGES.test(name) : isPage(name, head),
    preamble: isImage && runsAsProgram(head.subarray(0, PREAMBLE_BYTES)),
  };
  return CONTENT_FLAGS.filter((flag) => has[flag]);
};

const isDicom = (head: Buffer) =>
  head.subarray(PREAMBLE_BYTES, PREAMBLE_BYTES + 4).toString('latin1') === 'DICM';

const MAGIC_NUMBERS = [
  // Portable Executable and its predecessors
  '4d5a',
  '5a4d',
  // ELF
  '7f454c46',
  // Mach-O: 32 and 64 bits in both byte orders, universal (and Java classes)
  'feedface',
  'feedfacf',
  'cefaedfe',
  'cffaedfe',
  'cafebabe',
  // Windows shortcut; Android
  '4c000000011402',
  '6465780a',
].map((hex) => Buffer.from(hex, 'hex'));

const isProgram = (head: Buffer) =>
  MAGIC_NUMBERS.some((magic) => head.subarray(0, magic.length).equals(magic));

const textOf = (head: Buffer): string => {
  const text = head.subarray(0, TEXT_BYTES);
  if (text[0] === 0xff && text[1] === 0xfe) return text.toString('utf16le');
  return text.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
};

const isScript = (head: Buffer) =>
  /^(#!|<\?php|<job|<package>|@echo off)/i.test(textOf(head.subarray(0, 64)).trimStart());

/** Whether the preamble of a DICOM file is a program. Other formats may use the preamble (PS3.10, 7.1), TIFF for example. */
const runsAsProgram = (preamble: Buffer) =>
  isProgram(preamble) || isScript(preamble) || /<(script|html|svg|\?php)|<!doctype/i.test(textOf(preamble));

const ACTIVE = /<script|<iframe|<object|<embed|<foreignobject|\bon[a-z]+\s*=|javascript:/i;

/** A picture in SVG is a page only if it contains scripts. */
const isPage = (name: string, head: Buffer): boolean => {
  if (!PAGES.test(name) && head[0] !== 0x3c && !isText(head)) return false;
  const text = textOf(head);
  const start = withoutProlog(text.slice(0, 1024));
  const isSVG = /\.svgz?$/i.test(name) || /^<svg/i.test(start);
  if (isSVG) return ACTIVE.test(text) || /\.svgz$/i.test(name);
  return PAGES.test(name) || /^<(!doctype html|html|head|body|script|iframe)\b/i.test(start);
};

/** What may precede the root element: the beginning and the end of each construct. */
const PROLOG = [
  ['<?xml', '>'],
  ['<!--', '-->'],
  ['<!doctype svg', '>'],
] as const;

/** The text from the root element on. Not a regular expression, which would try all divisions of many comments. */
const withoutProlog = (text: string): string => {
  let rest = text.trimStart();
  for (;;) {
    const beginning = rest.slice(0, 16).toLowerCase();
    const [begin = '', end = ''] = PROLOG.find(([opening]) => beginning.startsWith(opening)) ?? [];
    const endsAt = begin === '' ? -1 : rest.indexOf(end, begin.length);
    if (endsAt < 0) return rest;
    rest = rest.slice(endsAt + end.length).trimStart();
  }
};

const isText = (head: Buffer) => [0xef, 0xff, 0xfe, 0x20, 0x09, 0x0a, 0x0d].includes(head[0] ?? 0);
