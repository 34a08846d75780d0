import { randomUUID } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { FILENAME_HEADER, ofCentre, ofDoctor } from '@snimok/contract/messaging/messenger-attachments';
import sharp from 'sharp';
import type { TestClient, TestReply } from '../../../testing/requests-and-waiting/client.ts';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { DIALOGS } from '../messenger.fixture.ts';

export const picture = (format: 'jpeg' | 'png' | 'webp' = 'png', width = 60, height = 40): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#0b7285' } })
    .toFormat(format)
    .toBuffer();

const pdfOf = (objects: string[], trailer = ''): Buffer => {
  const body = objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(
    `%PDF-1.7\n${body}trailer\n<< /Root 1 0 R ${trailer}>>\nstartxref\n9\n%%EOF\n`,
    'latin1',
  );
};

const PAGES = ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>', '<< /Type /Page /Parent 2 0 R >>'];

/** A document of one empty page; `catalog` is added to its catalog, `more` are further objects. */
export const pdf = ({ catalog = '', more = [] as string[], trailer = '' } = {}): Buffer =>
  pdfOf([`<< /Type /Catalog /Pages 2 0 R ${catalog}>>`, ...PAGES, ...more], trailer);

export const deflated = (content: string) => deflateSync(Buffer.from(content, 'latin1')).toString('latin1');

export const stream = (dictionary: string, content: string, length: number | string = content.length) =>
  `<< ${dictionary} /Length ${length} >>\nstream\n${content}\nendstream`;

/** An object stream (ISO 32000-1, 7.5.7) with one object, whose number is 9. */
export const objectStream = (object: string, dictionary = '/Filter /FlateDecode') =>
  stream(`/Type /ObjStm /N 1 /First 4 ${dictionary}`, deflated(`9 0 ${object}`));

interface Sending {
  bytes: Uint8Array;
  filename?: string;
  attachmentUUID?: string;
}

export const CHAT_FILES = '/doctor/messenger/attachments';
export const filesOf = (dialogID: number) => `${DIALOGS}/${dialogID}/attachments`;

/** PUTs a file below `path`. */
export const putFile = async (
  address: string,
  client: TestClient,
  path: string,
  { bytes, filename = 'снимок.png', attachmentUUID = randomUUID() }: Sending,
): Promise<TestReply> => {
  const reply = await fetch(`${address}/api/1${path}/${attachmentUUID}`, {
    method: 'PUT',
    headers: {
      cookie: client.cookie,
      'content-type': 'application/octet-stream',
      [FILENAME_HEADER]: encodeURIComponent(filename),
    },
    body: Buffer.from(bytes),
  });
  return { status: reply.status, headers: reply.headers, body: await reply.json() };
};

/** Attaches a file on the doctor's side, and returns the server's response. */
export const attach = async (address: string, doctor: TestClient, sending: Sending) =>
  responseOf(ofDoctor.uploadAttachment, await putFile(address, doctor, CHAT_FILES, sending));

export const attachAnswer = async (address: string, centre: TestClient, dialogID: number, sending: Sending) =>
  responseOf(ofCentre.uploadAttachment, await putFile(address, centre, filesOf(dialogID), sending));
