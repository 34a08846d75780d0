import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDicom } from '@snimok/imaging/dicom/read';
import { echo, filesIn, store } from './dicom-device.ts';
import { filesInZip, sharedImages } from '../portal/files.ts';
import type { AssistantAPI } from '../portal/assistant-api.ts';
import { freePort } from '../portal/process.ts';
import { expect, newPerson, test } from '../pages/test.ts';

/** Downloads all studies of a client; returns the files of each study. */
const downloadStudies = async (api: AssistantAPI, doctorID: number, folder: string) => {
  const files: Buffer[][] = [];
  for (const { patientID } of await api.listPatients(doctorID)) {
    for (const { studyID, status } of await api.listStudies(patientID)) {
      expect(status).toBe('done');
      const zip = await api.downloadStudy(studyID, join(folder, `${studyID}.zip`));
      files.push([...filesInZip(zip).values()]);
    }
  }
  return files;
};
const instanceUIDs = (files: Buffer[]) => files.map((bytes) => readDicom(bytes).sopInstanceUID ?? '').sort();

/** A configuration of storescu that proposes one presentation context per transfer syntax, as a device that compresses. */
const storescuProfile = (syntaxes: string[]) => `[[TransferSyntaxes]]
${syntaxes.map((uid, at) => `[Syntax${at}]\nTransferSyntax1 = ${uid}`).join('\n')}
[[PresentationContexts]]
[Contexts]
${syntaxes.map((_, at) => `PresentationContext${at + 1} = CTImageStorage\\Syntax${at}`).join('\n')}
[[Profiles]]
[Every]
PresentationContexts = Contexts
`;

if (sharedImages) {
  const data = sharedImages;

  test('an X-ray machine sends a volume through a power failure, and every acknowledged slice arrives once', async ({
    pc,
    api,
    portal,
    folder,
  }) => {
    const client = await api.createClient(newPerson('Клиника при томографе'), portal.mailbox);
    await pc.signIn(portal.address, api);
    const port = await freePort();
    const args = ['receive', '--port', String(port), '--host', '127.0.0.1', '--quiet', '5', '--every', '1'];
    args.push('--doctor', String(client.doctorID), '--from', 'XRAY@127.0.0.1');
    const slices = filesIn(join(data, 'vol-cranium-upper-teeth/series'));
    // the device does not send the patient's sex, so the patient must exist and is found by name and birth date
    const { name, birthDate } = readDicom(readFileSync(slices[0]!)).patient;
    await api.createPatient(client.doctorID, name ?? '', birthDate ?? '');

    const first = pc.launch(...args);
    await first.waitForOutput(/Принимаем снимки/);
    expect((await echo(port)).code).toBe(0);
    expect((await echo(port, 'OTHER')).output).toContain('Called AE Title Not Recognized');

    let acknowledged: string[] = [];
    await test.step('the upload program is killed while it receives', async () => {
      const received = join(pc.home, 'store/received');
      const sending = store({ files: slices, port });
      await expect.poll(() => filesIn(received).length, { intervals: [5] }).toBeGreaterThan(20);
      await first.kill();
      const sent = await sending;
      expect(sent.code).not.toBe(0);
      acknowledged = instanceUIDs(slices.slice(0, sent.acknowledged).map((path) => readFileSync(path)));
      // the last stored instance may not have been acknowledged
      expect(acknowledged.length).toBeGreaterThanOrEqual(20);
      expect(acknowledged.length).toBeLessThan(slices.length);
    });

    const second = pc.launch(...args);
    await second.waitForOutput(/на портале/);
    await test.step('the acknowledged instances are in the portal', async () => {
      const [study = []] = await downloadStudies(api, client.doctorID, folder);
      const stored = instanceUIDs(study);
      expect(stored).toEqual(expect.arrayContaining(acknowledged));
      expect(new Set(stored).size).toBe(stored.length);
    });

    await test.step('the machine sends everything again, and only the missing instances are uploaded', async () => {
      expect(await store({ files: slices, port })).toMatchObject({ code: 0, acknowledged: slices.length });
      await second.waitForOutput(/часть 2: на портале/);
      expect((await second.stop()).code).toBe(0);
      const studies = await downloadStudies(api, client.doctorID, folder);
      expect(studies).toHaveLength(2);
      expect(instanceUIDs(studies.flat())).toEqual(instanceUIDs(slices.map((path) => readFileSync(path))));
    });
  });

  test('images of a machine are accepted in every transfer syntax, and wait while their patient is unknown', async ({
    pc,
    api,
    portal,
    folder,
  }) => {
    const client = await api.createClient(newPerson('Клиника всех сжатий'), portal.mailbox);
    const unknown = await api.createPatient(client.doctorID, 'Неизвестный пациент');
    await pc.signIn(portal.address, api);
    const port = await freePort();
    const files = filesIn(join(data, 'transfer-syntaxes-ct')).filter((path) => path.includes('CTImage.dcm_'));
    const syntaxes = files.map((path) => readDicom(readFileSync(path)).transferSyntaxUID).sort();
    expect(new Set(syntaxes).size).toBe(15);
    const profiles = join(folder, 'storescu.cfg');
    writeFileSync(profiles, storescuProfile(syntaxes));

    const args = ['receive', '--port', String(port), '--host', '127.0.0.1', '--quiet', '5', '--every', '1'];
    args.push('--doctor', String(client.doctorID), '--from', 'XRAY@127.0.0.1');
    const waiting = pc.launch(...args);
    await waiting.waitForOutput(/Принимаем снимки/);
    const sent = await store({ files, port, args: ['-xf', profiles, 'Every'] });
    expect(sent).toMatchObject({ code: 0, acknowledged: 15 });
    await waiting.waitForOutput(/ждёт вас: в файлах не хватает/);
    await waiting.stop();

    const program = pc.launch(...args, '--unknown-patient', String(unknown.patientID));
    await program.waitForOutput(/на портале/);
    const [study = []] = await downloadStudies(api, client.doctorID, folder);
    expect(study.map((bytes) => readDicom(bytes).transferSyntaxUID).sort()).toEqual(syntaxes);
    await program.stop();
  });
}
