import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDoctor } from '@snimok/contract/people/doctors';
import { engine } from '../cluster/installation.ts';
import { expect, newPerson, test } from '../pages/test.ts';
import { callsOf } from '../portal/api-sign-in.ts';
import { AssistantAPI } from '../portal/assistant-api.ts';
import { contentsOfFolder, contentsOfZip, writeSeries } from '../portal/files.ts';
import { freePort } from '../portal/process.ts';
import { DebianRoot, FILE } from './debian-root.ts';
import { BarePC, downloadProgram } from './offered-program.ts';

test('an installed portal offers snimok as one file, which sends a study from a PC without Node', async ({
  folder,
}) => {
  const root = DebianRoot.unpack(engine('DEBIAN_ROOT'), join(folder, 'debian'));
  root.run('dpkg', ['--install', FILE], engine('PACKAGE'));
  const port = await freePort();
  appendFileSync(root.path('etc/snimok/snimok.env'), `PORT=${port}\n`);
  const service = root.startService();
  try {
    await service.waitUntilRunning();
    const address = `http://127.0.0.1:${port}`;
    const person = newPerson('Дарья Племянникова');
    const account = ['--role', 'assistant', '--email', person.email, '--name', person.name];
    const printed = service.run('snimok-portal', 'account', 'add', ...account);
    const assistant = { ...person, password: /^Password: (\S+)$/m.exec(printed)?.[1] ?? '' };
    const client = newPerson('Клиника у аппарата');
    const call = await callsOf(address, assistant);
    const { doctorID } = await call(createDoctor, { body: { ...client, featureFlags: [] } });
    const api = await AssistantAPI.signIn(address, assistant);
    const { patientID } = await api.createPatient(doctorID, 'Соколова Анна Игоревна');

    const images = await writeSeries(join(folder, 'КТ'), { slices: 30 });
    const program = await downloadProgram(address, folder);
    const pc = new BarePC(program, { home: join(folder, 'pc'), images });
    await pc.signIn(address, api);
    const sent = await pc.run('upload', '/images', '--patient', String(patientID), '--type', 'cbct');
    expect(sent).toMatchObject({ code: 0, stderr: '' });
    const [study, ...others] = await api.listStudies(patientID);
    expect(others).toEqual([]);
    const path = await api.downloadStudy(study?.studyID ?? 0, join(folder, 'sent.zip'));
    expect(contentsOfZip(path)).toEqual(contentsOfFolder(images));
  } finally {
    await service.kill();
  }
});
