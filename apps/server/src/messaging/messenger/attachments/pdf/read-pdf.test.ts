import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { openDocument } from '../../../../platform/pdf-documents/document.ts';
import { reportInput } from '../../../../reporting/study-reports/document/sealed-report.fixture.ts';
import { deflated, objectStream, pdf, stream } from '../attachments.fixture.ts';
import { findPDFProblem } from './read-pdf.ts';
import type { RefusalReason } from './tasks.ts';

type Reason = Extract<RefusalReason, `${string}PDF`>;

const JAVASCRIPT = '<< /S /JavaScript /JS (app.alert(1)) >>';

const PACKED = '/N 1 /First 4';
const packed = (object: string) => deflated(`9 0 ${object}`);
const annotation = (entries: string) => [`<< /Type /Page /Parent 2 0 R /Annots [<< ${entries} >>] >>`];
const link = (action: string) => annotation(`/Type /Annot /Subtype /Link /A ${action}`);
const ascii85 = '9jqo^BlbD-BleB1DJ+*+F(f,q~>';

/** Documents, grouped by the reason why they are refused. */
const refused: Record<Reason, Record<string, Buffer>> = {
  activePDF: {
    'an object stream disguised as an image': pdf({
      catalog: '/OpenAction 9 0 R',
      more: [objectStream(JAVASCRIPT, '/Subtype /Image /Filter /FlateDecode')],
    }),
    'an object stream in capitals of hexadecimal digits': pdf({
      catalog: '/OpenAction 9 0 R',
      more: [
        stream(`/Type /Obj#53tm /Sub#74ype /Im#61ge /Filter [/Fl#61teDecode] ${PACKED}`, packed(JAVASCRIPT)),
      ],
    }),
    'a rendition with a script': pdf({ catalog: '/OpenAction << /S /Rendition /OP 0 /JS (app.alert(1)) >>' }),
    'a script without a type of action': pdf({ catalog: '/OpenAction << /JS 9 0 R >>' }),
    'a script in the tree of names': pdf({ catalog: '/Names << /JavaScript << /Names [(a) 9 0 R] >> >>' }),
    'a name interrupted by a comment': pdf({ catalog: '/OpenAction << /S%\n/J#61vaScript%\n/JS(1) >>' }),
    'an action after another': pdf({
      more: link('<< /S /GoTo /D [3 0 R /Fit] /Next [<< /S /Launch /F (a) >>] >>'),
    }),
    'an event of the page': pdf({ more: ['<< /Type /Page /AA << /O << /S /Hide /T (a) >> >> >>'] }),
    'an action of an unknown type': pdf({ more: link('<< /S /Flash >>') }),
    'an action of a known type behind a reference': pdf({
      more: [...link('5 0 R'), '<< /S /SetOCGState /State [] >>'],
    }),
    'a command of the program': pdf({ catalog: '/OpenAction << /S /Named /N /SaveAs >>' }),
    'a form that sends data': pdf({
      more: annotation('/Subtype /Widget /A << /S /SubmitForm /F (http://a.test) >>'),
    }),
    'a form with XFA': pdf({ catalog: '/AcroForm << /XFA 5 0 R >>' }),
    'a video': pdf({ more: annotation('/Subtype /Screen') }),
    'a scene with a script': pdf({ more: annotation('/Subtype /3D /3DD 5 0 R') }),
    'an annotation of an unknown type': pdf({ more: annotation('/Subtype /Flash') }),
    'a PostScript program': pdf({ more: [stream('/Type /XObject /Subtype /PS', 'showpage')] }),
    'a script in a revision before the last': Buffer.concat([
      pdf({ catalog: '/OpenAction 4 0 R', more: [JAVASCRIPT] }),
      Buffer.from(
        '4 0 obj\n<< /S /GoTo /D [3 0 R /Fit] >>\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n',
      ),
    ]),
  },
  embeddedPDF: {
    'an attached program': pdf({
      catalog: '/Names << /EmbeddedFiles << /Names [(a) 5 0 R] >> >>',
      more: [
        stream('/Type /EmbeddedFile /Filter /FlateDecode', deflated('MZ\u0090\u0000')),
        '<< /Type /Filespec /F (setup.exe) /EF << /F 4 0 R >> >>',
      ],
    }),
    'an attached program named as data': pdf({
      more: [stream('', 'MZ\u0090\u0000'), '<< /F (report.json) /EF << /F 4 0 R >> >>'],
    }),
    'attached data named as a program': pdf({
      more: [stream('', '{}'), '<< /F (report.json) /UF (report.json.bat) /EF << /F 4 0 R >> >>'],
    }),
    'a program that no specification names': pdf({ more: [stream('/Type /EmbeddedFile', 'MZ\u0090\u0000')] }),
    'a program in an annotation': pdf({
      more: annotation('/Type /Annot /Subtype /FileAttachment /FS 5 0 R'),
    }),
    'a portfolio': pdf({ catalog: '/Collection << /View /D >>' }),
  },
  linkedPDF: {
    'another document': pdf({ more: link('<< /S /GoToR /F (\\\\\\\\a.test\\\\b.pdf) /D [0 /Fit] >>') }),
    'an attached document': pdf({ more: link('<< /S /GoToE /T << /R /C /N (a) >> >>') }),
    'a program by its address': pdf({
      more: link('<< /S /URI /URI (file:///c:/windows/system32/cmd.exe) >>'),
    }),
    'a script by its address': pdf({ more: link('<< /S /URI /URI (java\\163cript:app.alert\\(1\\)) >>') }),
    'a folder in the network': pdf({ more: link('<< /S /URI /URI <5C5C612E746573745C62> >>') }),
    'addresses relative to a file': pdf({ catalog: '/URI << /Base (file:///c:/) >>' }),
    'a picture in another file': pdf({ more: [stream('/Subtype /Image /F (\\\\\\\\a.test\\\\b)', '')] }),
    'a page of another file': pdf({ more: [stream('/Subtype /Form /Ref << /F (a.pdf) /Page 0 >>', '')] }),
  },
  protectedPDF: {
    'an encryption behind a comment': pdf({ trailer: '/Encrypt%\n9 0 R ' }),
    'an encryption in what seems to be a stream': Buffer.concat([
      pdf().subarray(0, -18),
      Buffer.from('%stream\ntrailer\n<< /Encrypt 9 0 R >>\n%endstream\nstartxref\n9\n%%EOF\n'),
    ]),
    'an encryption in a stream of cross-references': pdf({
      more: [stream('/Type /XRef /Encrypt << /Filter /Standard >> /Subtype /Image', '')],
    }),
    'a stream under encryption': pdf({ more: [stream('/Filter [/Crypt /FlateDecode]', '')] }),
  },
  brokenPDF: {
    'an object stream without its type': pdf({
      more: [stream(`/Filter /FlateDecode ${PACKED}`, packed('<< >>'))],
    }),
    'an object stream without the place of its first object': pdf({
      more: [stream('/Filter /FlateDecode /N 1', packed('<< >>'))],
    }),
    'an object stream under a filter that is a reference': pdf({
      more: ['/FlateDecode', objectStream(JAVASCRIPT, '/Filter 4 0 R')],
    }),
    'an object stream under two filters': pdf({
      more: [stream(`/Type /ObjStm /Filter [/ASCII85Decode /FlateDecode] ${PACKED}`, ascii85)],
    }),
    'an object stream with another count': pdf({
      more: [stream('/Type /ObjStm /Filter /FlateDecode /N 1 R /First 4', packed('<< >>'))],
    }),
    'an object in the offsets of another': pdf({
      more: [stream('/Type /ObjStm /N 2 /First 8', '9 0 10 1 (<< >>) (<< >>)')],
    }),
    'an object between others': pdf({
      more: [stream('/Type /ObjStm /N 2 /First 9', '9 0 10 15 << /A 1 >> << >> << >>')],
    }),
    'a stream that begins at an unclear place': pdf({
      more: [stream(`/Type /ObjStm ${PACKED}`, '9 0 << >>').replace('stream\n', 'stream\r')],
    }),
    'an object in a stream': pdf({ more: [stream('', `\n9 0 obj\n${JAVASCRIPT}\nendobj\n`)] }),
    'an object behind a false length': pdf({
      more: [stream('', `endstream endobj\n9 0 obj\n${JAVASCRIPT}\nendobj`, '5 0 R'), '4000'],
    }),
    'an object in a string': pdf({ catalog: `/Lang (9 0 obj ${JAVASCRIPT} endobj) ` }),
    'an object in a comment': pdf({ catalog: `%9 0 obj ${JAVASCRIPT} endobj\n` }),
    'an object between the digits of a number and a comment': pdf({
      more: [stream('', `9%\n0%${'x'.repeat(300)}\nobj ${JAVASCRIPT} endobj`)],
    }),
    'a trailer in a comment': pdf({ trailer: '>>\n%trailer << /Encrypt 9 0 R >>\n' }),
    'a trailer in a stream': pdf({ more: [stream('', 'trailer << /Encrypt 9 0 R >>')] }),
    'two values of a key': pdf({
      catalog: '/OpenAction << /S /JavaScript /#53 /URI /URI (http://a.test) >>',
    }),
    'a type that is a reference': pdf({ more: [...link('<< /S 5 0 R >>'), '/JavaScript'] }),
    'an object that is a reference': pdf({ more: ['5 0 R', '<< >>'] }),
    'something between the objects': Buffer.concat([Buffer.from('%PDF-1.7\nMZ\n'), pdf().subarray(9)]),
    'an unknown filter': pdf({ more: [stream('/Filter /JSDecode', '')] }),
    'objects nested too deeply': pdf({ more: ['['.repeat(200_000)] }),
    'no pages': Buffer.from(pdf().toString().replace('/Pages 2 0 R', '')),
  },
};

test('a PDF with active, embedded, linked, encrypted or ambiguous content is refused, however it is hidden', () => {
  const found = Object.entries(refused).flatMap(([reason, documents]) =>
    Object.entries(documents).map(([name, bytes]) => [name, findPDFProblem(bytes), reason]),
  );
  for (const [name, problem, reason] of found) expect([name, problem]).toEqual([name, reason]);
});

/**
 * Like a document that Word saves: its objects are in a stream, and it has one table for old programs and another for new
 * ones (7.5.8.4).
 */
const hybrid = () =>
  pdf({
    catalog: '/StructTreeRoot 9 0 R /Lang (ru) ',
    more: [
      objectStream('<< /Type /StructTreeRoot /K << /S /P /A << /O /Layout /Placement /Block >> >> >>'),
      stream('/Type /XRef /Size 9 /W [1 4 2] /Root 1 0 R /Filter /FlateDecode', deflated('\u0001\0')),
    ],
    trailer: '>>\nstartxref\n500\n%%EOF\nxref\n0 0\ntrailer\n<< /Root 1 0 R /Prev 500 /XRefStm 400 ',
  });

const filled = async (address: string) => {
  const { pdf: document, close } = openDocument('Направление', new Date('2026-11-27T10:00:00Z'));
  document.text('Сайт', { link: address, underline: true });
  document.outline.addItem('Направление');
  return close();
};

/** A document with a field and a picture, written by the library, which puts objects into streams. */
const form = async () => {
  const document = await PDFDocument.create();
  const page = document.addPage();
  document.getForm().createTextField('name').addToPage(page);
  page.drawImage(await document.embedJpg((await reportInput()).pictures[0]!.bytes));
  return Buffer.from(await document.save());
};

/** A signature is appended to a document as another revision (12.8.1). */
const signed = (document: Buffer) =>
  Buffer.concat([
    document,
    Buffer.from(
      '900 0 obj\n<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> >>\nendobj\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 901 /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF\n',
    ),
  ]);

test('documents of common programs are accepted', async () => {
  const referral = await filled('https://example.ru/?a=1');
  const documents: Record<string, Buffer> = {
    'two tables of objects': hybrid(),
    'a referral with a link': referral,
    'a letter': await filled('mailto:clinic@example.ru'),
    'a signed document': signed(referral),
    'a form in object streams': await form(),
    'a stream whose length is a reference': pdf({
      more: [stream('', 'the stream of data\n', '5 0 R'), '19'],
    }),
    'links to pages': pdf({
      catalog: '/OpenAction << /S /GoTo /D [3 0 R /Fit] >> ',
      more: link('<< /S /Named /N /NextPage >>'),
    }),
  };
  for (const [name, bytes] of Object.entries(documents))
    expect([name, findPDFProblem(bytes)]).toEqual([name, null]);
});
