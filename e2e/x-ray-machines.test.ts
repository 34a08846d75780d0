import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDicom } from '@snimok/imaging/dicom/read';
import { echo, filesIn, store } from './portal/dicom-device.ts';
import { filesInZip, sharedImages } from './portal/files.ts';
import type { AssistantAPI } from './portal/assistant-api.ts';
import { freePort } from './portal/process.ts';
import { expect, newPerson, test } from './portal/test.ts';

/** What the portal has of a client: each study's files, as they are downloaded. */
const everythingOf = async (api: AssistantAPI, doctorID: number, folder: string) => {
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
const instances = (files: Buffer[]) => files.map((bytes) => readDicom(bytes).sopInstanceUID ?? '').sort();

/** Storage of CT in every syntax, one context each: a device that compresses before it sends. */
const profile = (syntaxes: string[]) => `[[TransferSyntaxes]]
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

  test('an X-ray machine sends a volume through a power cut, and every slice it was thanked for arrives once', async ({
    pc,
    api,
    portal,
    folder,
  }) => {
    const client = await api.createClient(newPerson('Клиника при томографе'), portal.mailbox);
    await pc.signIn(portal.address, api);
    const port = await freePort();
    const words = ['receive', '--port', String(port), '--host', '127.0.0.1', '--quiet', '5', '--every', '1'];
    words.push('--doctor', String(client.doctorID));
    const slices = filesIn(join(data, 'vol-cranium-upper-teeth/series'));
    // the device does not say the sex: the card that the centre has made by name and birth date is hers
    const { name, birthDate } = readDicom(readFileSync(slices[0]!)).patient;
    await api.createPatient(client.doctorID, name ?? '', birthDate ?? '');

    const first = pc.launch(...words);
    await first.waitForOutput(/Принимаем снимки/);
    expect((await echo(port)).code).toBe(0);
    expect((await echo(port, 'OTHER')).output).toContain('Called AE Title Not Recognized');

    let acknowledged: string[] = [];
    await test.step('the power goes while it sends', async () => {
      const received = join(pc.home, 'store/received');
      const sending = store({ files: slices, port });
      await expect.poll(() => filesIn(received).length, { intervals: [5] }).toBeGreaterThan(20);
      await first.kill();
      const sent = await sending;
      expect(sent.code).not.toBe(0);
      acknowledged = instances(slices.slice(0, sent.acknowledged).map((path) => readFileSync(path)));
      // the last that was kept may not have been thanked for
      expect(acknowledged.length).toBeGreaterThanOrEqual(20);
      expect(acknowledged.length).toBeLessThan(slices.length);
    });

    const second = pc.launch(...words);
    await second.waitForOutput(/на портале/);
    await test.step('what it was thanked for is in the portal', async () => {
      const [study = []] = await everythingOf(api, client.doctorID, folder);
      const there = instances(study);
      expect(there).toEqual(expect.arrayContaining(acknowledged));
      expect(new Set(there).size).toBe(there.length);
    });

    await test.step('it sends all of it again, and the rest follows', async () => {
      expect(await store({ files: slices, port })).toMatchObject({ code: 0, acknowledged: slices.length });
      await second.waitForOutput(/часть 2: на портале/);
      expect((await second.stop()).code).toBe(0);
      const studies = await everythingOf(api, client.doctorID, folder);
      expect(studies).toHaveLength(2);
      expect(instances(studies.flat())).toEqual(instances(slices.map((path) => readFileSync(path))));
    });
  });

  test('a machine’s images are taken in every compression, and wait where their patient is not known', async ({
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
    writeFileSync(profiles, profile(syntaxes));

    const words = ['receive', '--port', String(port), '--host', '127.0.0.1', '--quiet', '5', '--every', '1'];
    words.push('--doctor', String(client.doctorID), '--from', 'XRAY');
    const held = pc.launch(...words);
    await held.waitForOutput(/Принимаем снимки/);
    const sent = await store({ files, port, args: ['-xf', profiles, 'Every'] });
    expect(sent).toMatchObject({ code: 0, acknowledged: 15 });
    await held.waitForOutput(/ждёт вас: в файлах не хватает/);
    await held.stop();

    const program = pc.launch(...words, '--unknown-patient', String(unknown.patientID));
    await program.waitForOutput(/на портале/);
    const [study = []] = await everythingOf(api, client.doctorID, folder);
    expect(study.map((bytes) => readDicom(bytes).transferSyntaxUID).sort()).toEqual(syntaxes);
    await program.stop();
  });
}
