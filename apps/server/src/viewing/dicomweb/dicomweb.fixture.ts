import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import type { FileToSend } from '../../testing/scans/sending.ts';
import { storeStudyFiles } from '../../testing/scans/dicom-object.ts';
import type { TestServer } from '../../testing/portal/server.ts';

export const STUDY = '2.25.1001';
export const VOLUME = '2.25.1002';
export const RADIOGRAPH = '2.25.1004';

interface Attribute {
  vr: string;
  Value?: unknown[];
}
/** A response body as data sets of the DICOM JSON model. */
export const dataSetsIn = (body: unknown) => body as Record<string, Attribute>[];
/** The first value of an attribute in each data set. */
export const valuesOf = (body: unknown, tag: string) =>
  dataSetsIn(body).map((dataSet) => dataSet[tag]?.Value?.[0]);

/** A done study with these files, its patient and doctor. */
export const makeStudyWith = async (
  server: TestServer,
  files: FileToSend[],
  name = 'Петрова Анна Ильинична',
  studyUID = STUDY,
) => {
  const doctor = await server.make.doctor();
  const patient = await server.make.patient({ doctor, name });
  const { studyID } = await server.make.study({ patient, status: 'done' });
  await storeStudyFiles(server.context, studyID, studyUID, files);
  await server.context.db
    .updateTable('objects')
    .set({ studyInstanceUID: studyUID })
    .where('id', '=', server.context.db.selectFrom('studies').select('objectID').where('id', '=', studyID))
    .execute();
  return { doctor, patient, studyID };
};

/** Requests a path and parses the parts of the multipart/related response. */
export const partsOf = async (address: string, { cookie }: TestClient, path: string, accept = '*/*') => {
  const reply = await fetch(`${address}/api/1${path}`, { headers: { cookie, accept } });
  const [, boundary] = /boundary=([^;]+)/.exec(reply.headers.get('content-type') ?? '') ?? [];
  const body = Buffer.from(await reply.arrayBuffer());
  const parts: { head: string; bytes: Buffer }[] = [];
  let from = body.indexOf(`--${boundary}\r\n`);
  while (from >= 0) {
    const start = body.indexOf('\r\n\r\n', from) + 4;
    const end = body.indexOf(`\r\n--${boundary}`, start);
    parts.push({ head: body.subarray(from, start).toString('latin1'), bytes: body.subarray(start, end) });
    from = body.subarray(end + 2).indexOf(`--${boundary}\r\n`) === 0 ? end + 2 : -1;
  }
  return { reply, parts };
};
