import { downloadStudy, getOwnStudy, getStudy } from '@snimok/contract/studies/studies';
import { expect, test } from 'vitest';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { volume } from '../../../testing/scans/dicom.ts';
import { type FileToSend, sendStudy } from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { filesIn, zipOf } from '../../../testing/scans/zips.ts';

const file = (filename: string, content: string): FileToSend => ({ filename, bytes: Buffer.from(content) });

const ready = async () => {
  const server = await startServer();
  await server.work('process-upload');
  const account = await server.make.doctor();
  const assistant = await server.as(await server.make.assistant());
  const send = async (files: FileToSend[]) => {
    const made = await server.make.study({ doctor: account, type: 'cbct' });
    expect(await sendStudy(assistant, made.studyID, files)).toMatchObject({ error: null });
    const path = `/assistant/studies/${made.studyID}`;
    return {
      ...made,
      study: responseOf(getStudy, await assistant.get(path)),
      download: async () => {
        const { presignedURL } = responseOf(downloadStudy, await assistant.get(`${path}/download`));
        return filesIn(Buffer.from(await (await fetch(presignedURL)).arrayBuffer()));
      },
    };
  };
  return { server, account, send };
};

test('a study says what it contains besides images, and its bytes stay as they were uploaded', async () => {
  const { server, account, send } = await ready();
  const [slice, ...others] = volume(3);
  const program = Buffer.from(slice?.bytes ?? []);
  program.write('MZ');
  const files = [
    { filename: 'DICOM/1.dcm', bytes: program },
    ...others,
    { filename: 'viewer.zip', bytes: await zipOf([file('Просмотр/start.bat', '@echo off')]) },
    file('index.html', '<html>'),
    file('снимок без расширения', 'MZ\u0000'),
  ];
  const { study, patientID, studyID, download } = await send(files);
  const contains = ['program', 'script', 'html', 'preamble'];
  expect(study.contains).toEqual(contains);
  const doctor = await server.as(account);
  const own = await doctor.get(`/doctor/patients/${patientID}/studies/${studyID}`);
  expect(responseOf(getOwnStudy, own).contains).toEqual(contains);
  expect((await download()).get('DICOM/1.dcm')).toEqual(program);

  const plain = await send(volume(3));
  expect(plain.study).not.toHaveProperty('contains');
});

test('names in the download are safe on every system, and no file is lost', async () => {
  const { send } = await ready();
  const [one, two, three] = volume(3, '.');
  const files = [
    { ...one, filename: 'CON' },
    { ...two, filename: 'снимок\u202emcd.exe' },
    { ...three, filename: 'a./b.dcm ' },
    file('_CON', 'x'),
    { filename: 'КЛКТ.zip', bytes: await zipOf([file('aux.txt', 'y'), file('a<b>', 'z')]) },
  ] as FileToSend[];
  const { download } = await send(files);
  const names = [...(await download()).keys()];
  expect(names.toSorted()).toEqual(
    ['_CON', '_CON (2)', 'снимок_mcd.exe', 'a_/b.dcm_', 'КЛКТ/_aux.txt', 'КЛКТ/a_b_'].toSorted(),
  );
});
