import { API_EXAMPLES } from '@snimok/contract/platform/api-examples';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTokenWith } from '../../testing/callers/api-token.ts';
import { freeSlots, makeCentre, walkInPatient } from '../../testing/callers/booking.ts';
import { radiograph } from '../../testing/scans/dicom.ts';
import { storeStudyFiles } from '../../testing/scans/dicom-object.ts';
import { startServer } from '../../testing/portal/server.ts';

interface Document {
  paths: Record<string, Record<string, { description?: string; security?: object[] }>>;
  webhooks: Record<string, { post: { requestBody: object } }>;
}

/** The commands in the code blocks of a text. */
const commandsIn = (text: string): string[] =>
  [...text.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block = '']) =>
    block.split('\n').filter((line) => line.startsWith('curl ')),
  );

/** Runs a curl command of the documentation. */
const run = async (command: string, values: Record<string, string>) => {
  const filled = command.replace(/\$([A-Z]+)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`$${name} is not known: ${command}`);
    return value;
  });
  const words = [...filled.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
  const { url, method, headers, body } = requestOf(words);
  return fetch(url, { method, headers, body });
};

/** The request of a curl command: the options of the examples, no others. */
const requestOf = (words: string[]) => {
  const headers: Record<string, string> = {};
  let url: string = '';
  let body: string | null = null;
  let isGet: boolean = false;
  const [, ...rest] = words;
  const next = () => rest.shift() ?? '';
  const options: Record<string, () => void> = {
    '-G': () => {
      isGet = true;
    },
    '-H': () => {
      const [name = '', value = ''] = next().split(/: (.*)/);
      headers[name] = value;
    },
    '-d': () => {
      body = next();
    },
    '-o': next,
    '--data-urlencode': () => {
      const [name = '', value = ''] = next().split(/=(.*)/);
      url += `?${name}=${encodeURIComponent(value)}`;
    },
  };
  while (rest.length > 0) {
    const word = next();
    const option = options[word];
    if (option) option();
    else if (word.startsWith('-')) throw new Error(`the option ${word} is not known: ${words.join(' ')}`);
    else url = word + url;
  }
  return { url, method: body === null || isGet ? 'GET' : 'POST', headers, body };
};

/** Rows for the values that the examples name. */
const makeValues = async () => {
  const server = await startServer();
  const { assistant, doctor, account, at, day, locationID } = await makeCentre(server);
  const patient = await server.make.patient({ doctor: account, name: 'Иванова Анна' });
  const { studyID } = await server.make.study({ patient, status: 'done' });
  await storeStudyFiles(server.context, studyID, '2.25.1001', [radiograph()]);
  const [free, taken] = await freeSlots(doctor, at, day);
  const { body } = await assistant.post(`/assistant${at}/${day}/${taken?.slotUUID}`, walkInPatient);
  const values = {
    API: `${server.address}/api/1`,
    DOCTOR: String(account.id),
    PATIENT: String(patient.patientID),
    STUDY: String(studyID),
    LOCATION: String(locationID),
    DATE: day,
    SLOT: free?.slotUUID ?? '',
    BOOKING: String((body as { bookingID: number }).bookingID),
  };
  return { server, assistant, values };
};

test('the examples of the OpenAPI document work with a token of their scope, and with no other', async () => {
  const { server, assistant, values } = await makeValues();
  const { paths, webhooks } = (await server.nobody.get('/openapi.json')).body as Document;
  expect(Object.keys(webhooks)).toEqual(
    expect.arrayContaining(['study.ready', 'booking.made', 'webhook.test']),
  );
  const { token: wrong } = await createTokenWith(server, assistant, { scopes: ['clients:read'] });
  for (const [endpoint, { scope }] of Object.entries(API_EXAMPLES)) {
    const [method = '', url = ''] = endpoint.split(' ');
    const call = paths[`/api/1${url.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()];
    expect([endpoint, call?.security]).toEqual([endpoint, expect.arrayContaining([{ token: [scope] }])]);
    const [command = ''] = commandsIn(call?.description ?? '');
    const { token } = await createTokenWith(server, assistant, { scopes: [scope] });
    if (scope !== 'clients:read') expect((await run(command, { ...values, TOKEN: wrong })).status).toBe(403);
    const reply = await run(command, { ...values, TOKEN: token });
    expect([command, reply.ok, await reply.text()]).toEqual([command, true, expect.anything()]);
  }
});

test('the examples of docs/integrations.md work', async () => {
  const { server, assistant, values } = await makeValues();
  const text = await readFile(join(import.meta.dirname, '../../../../../docs/integrations.md'), 'utf8');
  const scopes = ['patients:read', 'studies:read', 'studies:download', 'bookings:read'];
  const { token, api } = await createTokenWith(server, assistant, { scopes });
  const { body } = await api.get(`/assistant/studies/${values.STUDY}/download`);
  const { presignedURL } = body as { presignedURL: string };
  const commands = commandsIn(text);
  expect(commands.length).toBeGreaterThan(2);
  for (const command of commands) {
    const reply = await run(command, { ...values, TOKEN: token, URL: presignedURL });
    expect([command, reply.status]).toEqual([command, 200]);
  }
});
