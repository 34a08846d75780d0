import { appendFileSync, closeSync, fsyncSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { readDicom } from '@snimok/imaging/dicom/read';
import dimse from 'dcmjs-dimse';
import { sendStudy } from '../apps/uploader/src/clinic/send-study.ts';

// Sends a folder of DICOM files, or the ZIP beside it, in one of the ways that association.ts compares, and prints the seconds.

const [way = '', folder = '', port = ''] = process.argv.slice(2);
const journalPath = `${folder}.sent`;
const peer = { host: '127.0.0.1', port: Number(port), tls: null };
const titles = { called: 'ANY-SCP', calling: 'SNIMOK' };

/** A data set whose bytes the library sends as they are in the file, without parsing and encoding them. */
class BytesOfFile extends dimse.Dataset {
  readonly #path: string;

  constructor(path: string) {
    const { sopClassUID, sopInstanceUID, transferSyntaxUID } = readDicom(readFileSync(path));
    super({ SOPClassUID: sopClassUID, SOPInstanceUID: sopInstanceUID }, transferSyntaxUID);
    this.#path = path;
  }

  override getDenaturalizedDataset(): Buffer {
    const bytes = readFileSync(this.#path);
    // preamble, prefix and the element with the length of the file meta information (PS3.10, 7.1)
    return bytes.subarray(144 + bytes.readUInt32LE(140));
  }
}

/** Each confirmation is synced to the journal before the next instance is sent, as in `sendStudy`. */
const sendByLibrary = (open: (path: string) => string | InstanceType<typeof dimse.Dataset>): Promise<void> =>
  new Promise((resolve, reject) => {
    dimse.log.setLevel('silent');
    const journal = openSync(journalPath, 'a', 0o600);
    const client = new dimse.Client() as InstanceType<typeof dimse.Client> & { network: { socket: Socket } };
    let confirmed = 0;
    const names = readdirSync(folder);
    for (const name of names) {
      const request = new dimse.requests.CStoreRequest(open(join(folder, name)));
      request.on('response', (response) => {
        if (response.getStatus() === dimse.constants.Status.Success) confirmed += 1;
        appendFileSync(journal, `${request.getAffectedSopInstanceUid()}\n`);
        fsyncSync(journal);
      });
      client.addRequest(request);
    }
    // the library offers no such option; `snimok` does the same with its own socket
    client.on('connected', () => client.network.socket.setNoDelay());
    client.on('networkError', reject);
    client.on('closed', () => {
      closeSync(journal);
      if (confirmed === names.length) resolve();
      else reject(new Error(`${confirmed} of ${names.length} instances were confirmed`));
    });
    client.send(peer.host, peer.port, titles.calling, titles.called);
  });

const begin = performance.now();
if (way === 'snimok')
  await sendStudy({
    zip: `${folder}.zip`,
    sent: journalPath,
    peer,
    ...titles,
    signal: new AbortController().signal,
  });
else await sendByLibrary(way === 'dcmjs-dimse' ? (path) => path : (path) => new BytesOfFile(path));
process.stdout.write(String((performance.now() - begin) / 1000));
await rm(journalPath);
