import type { RefusalReason } from './tasks.ts';

/**
 * Types of actions that show a page or a web page (ISO 32000-2, 12.6.4). A named action should show another page, but
 * programs give other names other meanings, so only `PERMITTED_NAMES` are permitted.
 */
export const PERMITTED_ACTIONS: ReadonlySet<string> = new Set(['/URI', '/GoTo', '/Named']);
export const PERMITTED_NAMES: ReadonlySet<string> = new Set([
  '/NextPage',
  '/PrevPage',
  '/FirstPage',
  '/LastPage',
]);

/**
 * The other types. They are refused in every dictionary, because programs look for actions in more places than the
 * standard names.
 */
export const REFUSED_ACTIONS: ReadonlyMap<string, RefusalReason> = new Map(
  Object.entries<RefusalReason>({
    '/JavaScript': 'activePDF',
    '/Launch': 'activePDF',
    '/Rendition': 'activePDF',
    '/RichMediaExecute': 'activePDF',
    '/SubmitForm': 'activePDF',
    '/ResetForm': 'activePDF',
    '/ImportData': 'activePDF',
    '/Sound': 'activePDF',
    '/Movie': 'activePDF',
    '/Hide': 'activePDF',
    '/Trans': 'activePDF',
    '/SetOCGState': 'activePDF',
    '/GoTo3DView': 'activePDF',
    '/GoToR': 'linkedPDF',
    '/GoToE': 'linkedPDF',
    '/GoToDp': 'linkedPDF',
    '/Thread': 'linkedPDF',
  }),
);

/** Annotations that only show something. The actions of links and fields are examined separately (12.5.6). */
export const PERMITTED_ANNOTATIONS: ReadonlySet<string> = new Set(
  [
    'Link',
    'Widget',
    'Popup',
    'Text',
    'FreeText',
    'Stamp',
    'Caret',
    'Ink',
    'Watermark',
    'Redact',
    'Line',
    'Square',
    'Circle',
    'Polygon',
    'PolyLine',
    'PrinterMark',
    'TrapNet',
    'Projection',
    'Highlight',
    'Underline',
    'Squiggly',
    'StrikeOut',
  ].map((name) => `/${name}`),
);

export const REFUSED_SUBTYPES: ReadonlyMap<string, RefusalReason> = new Map(
  Object.entries<RefusalReason>({
    '/FileAttachment': 'embeddedPDF',
    '/RichMedia': 'activePDF',
    '/Screen': 'activePDF',
    '/Sound': 'activePDF',
    '/Movie': 'activePDF',
    '/3D': 'activePDF',
    // an XObject that a printer executes (8.8.2)
    '/PS': 'activePDF',
  }),
);

/** Keys whose value is a program or the content of another file. They are refused in every dictionary. */
export const REFUSED_KEYS: readonly (readonly [string, RefusalReason])[] = [
  ['JS', 'activePDF'],
  ['JavaScript', 'activePDF'],
  ['XFA', 'activePDF'],
  ['Renditions', 'activePDF'],
  ['OnInstantiate', 'activePDF'],
  ['RichMediaContent', 'activePDF'],
  ['RichMediaSettings', 'activePDF'],
  ['AlternatePresentations', 'activePDF'],
  ['OPI', 'linkedPDF'],
  ['Collection', 'embeddedPDF'],
];

/** Keys whose value is an action, or a list of actions. */
export const ACTION_KEYS = ['A', 'PA', 'OpenAction', 'Next'] as const;

/**
 * Addresses that open a web page, a letter or a call. Addresses that begin with `www.` are opened as web pages. Any other
 * word without a scheme is relative to the document and could name a file.
 */
export const PERMITTED_ADDRESS = /^(https?:\/\/|mailto:|tel:|www\.|#)[^\0-\x1f\\]*$/i;

/** All filters of the standard (7.4) but Crypt, with the abbreviations that readers accept. */
export const PERMITTED_FILTERS: ReadonlySet<string> = new Set(
  [
    'FlateDecode',
    'LZWDecode',
    'ASCII85Decode',
    'ASCIIHexDecode',
    'RunLengthDecode',
    'DCTDecode',
    'JPXDecode',
    'CCITTFaxDecode',
    'JBIG2Decode',
    'Fl',
    'LZW',
    'A85',
    'AHx',
    'RL',
    'DCT',
    'CCF',
  ].map((name) => `/${name}`),
);
