/** Objects of PDFKit that are absent from its types. */
interface Internals {
  _root: { data: Record<string, unknown> };
  page: { dictionary: Reference; annotations: Reference[] };
  ref(fields: object): Reference;
}

interface Reference {
  end(): void;
}

/** How the document will be sealed, and what has to be reserved for it. */
export type SealFields =
  { kind: 'portal'; key: string } | { kind: 'certificate'; name: string; reservedBytes: number };

/** The length of an Ed25519 signature. */
export const SIGNATURE_BYTES = 64;
/** Reserves ten digits; the number that replaces it is padded to ten characters. */
export const NUMBER = 9_999_999_999;

/**
 * Adds the object for the seal. The place of the signature is filled with zeros. The parent of the parser process replaces them,
 * because parser processes know no private key.
 */
export const addSealFields = (pdf: PDFKit.PDFDocument, seal: SealFields, signedAt: Date): void => {
  if (seal.kind === 'portal') addPortalSeal(pdf, seal.key, signedAt);
  else addSignatureField(pdf, seal, signedAt);
};

/** Private data of a program (ISO 32000-1, 14.5), which PDF/A permits and viewers ignore. */
const addPortalSeal = (pdf: PDFKit.PDFDocument, key: string, signedAt: Date): void => {
  const internals = pdf as unknown as Internals;
  const sealed = internals.ref({
    Type: 'SnimokSeal',
    Version: 1,
    Algorithm: 'Ed25519',
    Key: new String(key),
    SealedAt: signedAt,
    Signature: new Uint8Array(SIGNATURE_BYTES),
  });
  sealed.end();
  internals._root.data['PieceInfo'] = { Snimok: { LastModified: signedAt, Private: sealed } };
};

/** Flags of an annotation: bit 3, printed; bit 8, locked. */
const PRINT_AND_LOCK = 132;
/** Flags of the form: it has signatures, and a viewer must append changes instead of rewriting the file. */
const SIGNATURES_EXIST_APPEND_ONLY = 3;

/** A signature field without an appearance (ISO 32000-1, 12.8; PAdES, EN 319 142-1, 5.1). */
const addSignatureField = (
  pdf: PDFKit.PDFDocument,
  { name, reservedBytes }: Extract<SealFields, { kind: 'certificate' }>,
  signedAt: Date,
): void => {
  const internals = pdf as unknown as Internals;
  const signature = internals.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, NUMBER, NUMBER, NUMBER],
    Contents: new Uint8Array(reservedBytes),
    M: signedAt,
    Name: new String(name),
  });
  signature.end();
  const { page } = internals;
  const field = internals.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    T: new String('Signature1'),
    V: signature,
    F: PRINT_AND_LOCK,
    Rect: [0, 0, 0, 0],
    P: page.dictionary,
  });
  field.end();
  page.annotations.push(field);
  pdf.initForm();
  const form = internals._root.data['AcroForm'] as { data: Record<string, unknown> };
  // removed, because it asks the viewer to make appearances, which PDF/A forbids
  delete form.data['NeedAppearances'];
  Object.assign(form.data, { Fields: [field], SigFlags: SIGNATURES_EXIST_APPEND_ONLY });
};
