import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFRawStream } from '@cantoo/pdf-lib';
import { findPDFProblem } from '../../apps/server/src/messaging/messenger/attachments/pdf/read-pdf.ts';
import { mutate, splice } from '../generate/mutate.ts';
import { pdfFile } from '../generate/pdf.ts';
import type { Target } from './target.ts';

const ACTIVE_KEYS = ['JS', 'JavaScript', 'XFA', 'Encrypt'].map((key) => PDFName.of(key));
const ACTIVE_TYPES = ['JavaScript', 'Launch', 'Rendition', 'GoToR', 'GoToE', 'SubmitForm', 'ImportData'].map(
  (type) => PDFName.of(type),
);

const isActive = (dictionary: PDFDict): boolean =>
  ACTIVE_KEYS.some((key) => dictionary.get(key) !== undefined) ||
  ACTIVE_TYPES.some((type) => dictionary.lookup(PDFName.of('S')) === type);

/** Whether the document has actions for a program that repairs what it can. */
const hasActions = async (bytes: Buffer): Promise<boolean> => {
  const document = await PDFDocument.load(bytes, { ignoreEncryption: true, updateMetadata: false }).catch(
    () => null,
  );
  const left: PDFObject[] = (document?.context.enumerateIndirectObjects() ?? []).map(([, object]) => object);
  for (let value = left.pop(); value; value = left.pop()) {
    if (value instanceof PDFArray) left.push(...value.asArray());
    const dictionary = value instanceof PDFRawStream ? value.dict : value;
    if (!(dictionary instanceof PDFDict)) continue;
    if (isActive(dictionary)) return true;
    left.push(...dictionary.values());
  }
  return false;
};

/**
 * A PDF that is attached to a message. If it is accepted, a more lenient parser must find no action in it either.
 */
export const pdf: Target = {
  make: (random) => {
    const bytes = pdfFile(random);
    if (random.chance(0.5)) return bytes;
    return random.chance(0.1) ? splice(bytes, pdfFile(random), random) : mutate(bytes, random);
  },
  async run(bytes) {
    if (findPDFProblem(bytes) === null && (await hasActions(bytes)))
      throw new Error('a document with an action is accepted');
  },
};
