import { join } from 'node:path';
import { createDoctor } from '@snimok/contract/people/doctors';
import { command } from '../cluster/command.ts';
import { engine } from '../cluster/installation.ts';
import { UnpackedImage } from '../cluster/unpacked-image.ts';
import { expect, newPerson, test as base } from '../pages/test.ts';
import { callsOf } from '../portal/api-sign-in.ts';
import { AssistantAPI } from '../portal/assistant-api.ts';
import { contentsOfFolder, contentsOfZip, writeSeries } from '../portal/files.ts';
import { freePort, Program } from '../portal/process.ts';

const test = base.extend<{ image: UnpackedImage; containers: Program[] }>({
  image: async ({ folder }, use) => use(UnpackedImage.unpack(engine('IMAGE'), join(folder, 'image'))),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  containers: async ({}, use) => {
    const containers: Program[] = [];
    await use(containers);
    for (const container of containers) await container.stop();
  },
});

test('a container of the image keeps its data on its volume', async ({ image, containers, folder }) => {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const volume = join(folder, 'volume');
  const own = join(folder, 'container');
  const id = `snimok-${port}`;
  const exec = (...words: string[]) => command(...image.execCommand(id, own, ...words));
  const start = async () => {
    const settings = { PORT: String(port) };
    const [program, ...args] = image.containerCommand(id, { folder: own, volume, settings });
    const container = new Program(program, args, {}, []);
    containers.push(container);
    await container.waitForOutput(/Snimok is running: \S+/);
    return container;
  };

  const first = await start();
  const [, ...healthcheck] = image.config.Healthcheck.Test;
  exec(...healthcheck);
  expect(exec('id', '--user', '--name')).toBe('snimok\n');

  const person = newPerson('Дарья Контейнерова');
  const options = ['--role', 'assistant', '--email', person.email, '--name', person.name];
  const added = exec('snimok-portal', 'account', 'add', ...options);
  const assistant = { ...person, password: /^Password: (\S+)$/m.exec(added)?.[1] ?? '' };
  const api = await AssistantAPI.signIn(address, assistant);
  const call = await callsOf(address, assistant);
  const { name, email } = newPerson('Клиника в контейнере');
  const { doctorID } = await call(createDoctor, { body: { name, email, featureFlags: [] } });
  const patient = await api.createPatient(doctorID, 'Соколова Анна Игоревна');
  const series = await writeSeries(join(folder, 'КТ'), { slices: 12 });
  const studyID = await api.createDoneStudy(patient, 'cbct', series);
  expect((await first.stop()).code).toBe(0);

  const second = await start();
  const again = await AssistantAPI.signIn(address, assistant);
  expect(await again.listPatients(doctorID)).toHaveLength(1);
  const path = await again.downloadStudy(studyID, join(folder, 'saved.zip'));
  expect(contentsOfZip(path)).toEqual(contentsOfFolder(series));
  expect((await second.stop()).code).toBe(0);
});
