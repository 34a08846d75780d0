import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getImplants } from '@snimok/contract/viewing/implants';
import { expect, test } from 'vitest';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';
import { ticketOf, withTicket } from '../../testing/callers/viewer.ts';

test("the centre's own implants are read from its file, and a wrong file is reported", async () => {
  const { make, as, nobody, context } = await startServer();
  const { studyID } = await make.study({ status: 'done' });
  const assistant = await as(await make.assistant());
  const opened = await assistant.post(`/assistant/studies/${studyID}/remote-session`);
  const headers = withTicket(ticketOf(opened));
  const read = async () => responseOf(getImplants, await nobody.get('/viewer/implants', headers));
  const file = join(context.config.dataDir, 'implants.json');
  expect(context.config.implantLibrary).toBe(file);
  expect(await read()).toEqual({ implants: [], isUnreadable: false });

  const line = {
    manufacturer: 'Завод имплантатов',
    line: 'Серия А',
    sizes: [{ diameterMm: 3.5, lengthsMm: [8, 10] }],
  };
  await writeFile(file, JSON.stringify({ version: 1, implants: [line] }));
  expect(await read()).toEqual({ implants: [line], isUnreadable: false });

  const wrong = [
    '{',
    '[]',
    JSON.stringify({ version: 2, implants: [line] }),
    JSON.stringify({ version: 1, implants: [{ ...line, sizes: [{ diameterMm: 0, lengthsMm: [8] }] }] }),
  ];
  for (const text of wrong) {
    await writeFile(file, text);
    expect([text, await read()]).toEqual([text, { implants: [], isUnreadable: true }]);
  }
});
