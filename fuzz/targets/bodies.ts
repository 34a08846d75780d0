import { findPDFProblem } from '../../apps/server/src/messaging/messenger/attachments/pdf/read-pdf.ts';
import { HOSTILE_TEXTS } from '../generate/json.ts';
import type { FuzzedPortal } from '../portal/portal.ts';
import { mostly, type Random } from '../generate/random.ts';
import { loadSeeds } from '../generate/seeds.ts';
import type { PortalTarget } from './run-portal.ts';
import { type Ask, completeUpload, openUpload, sendAlone } from './send-upload.ts';

type Role = 'assistant' | 'doctor';
type Body = Record<string, unknown>;

/** Texts that are difficult to set in lines: scripts, directions, marks and lengths. */
const TEXTS = [
  ...HOSTILE_TEXTS,
  'Оценить объём кости в области 46\n\nПациент боится уколов.',
  'слово'.repeat(400),
  'a b '.repeat(2_400),
  '\n'.repeat(1_900),
  'З\u0306\u0308'.repeat(600),
  '\u202eсправа налево\u202c \u2066слева\u2069',
  'ﷺ שלום 漢字 ไทย 🇷🇺 👨‍👩‍👧‍👦',
  '\u200b\u00ad\ufeff\u2028\u2029\u0085',
  '\t|\t'.repeat(500),
  '<b onclick=x>&amp;</b>{{1}}',
];

const textOf = (random: Random): string =>
  Array.from({ length: 1 + random.int(3) }, () => random.pick(TEXTS))
    .join(' ')
    .slice(0, 9_000);

const uuidOf = (random: Random): string =>
  random
    .bytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');

const WRONG: readonly unknown[] = [null, 0, -1, 2 ** 53, [], {}, true, ['x'], { __proto__: null, a: [] }, ''];

/** The body, sometimes with one value of a wrong type. */
const mostlyRight = (body: Body, random: Random): Body => {
  if (random.chance(0.8)) return body;
  return { ...body, [random.pick(Object.keys(body))]: random.pick(WRONG) };
};

const open = (portal: FuzzedPortal) => ({
  /** @throws for a status of 5xx */
  async call(role: Role, method: string, path: string, body?: unknown) {
    const reply = await portal.call(role, method, path, body);
    if (reply.status >= 500) throw new Error(`${method} ${path}: status ${reply.status}`);
    return reply;
  },
  /** @throws if the portal cannot write the document, or refuses it as an attachment */
  async readDocument(role: Role, path: string) {
    const reply = await fetch(`${portal.address}/api/1${path}`, {
      headers: { cookie: portal.cookies[role] },
    });
    const bytes = Buffer.from(await reply.arrayBuffer());
    // a limit of the account was reached, or a session ended
    if (reply.status === 429 || reply.status === 401) return;
    if (reply.status !== 200) throw new Error(`GET ${path}: status ${reply.status}`);
    const problem = findPDFProblem(bytes);
    if (problem) throw new Error(`GET ${path}: ${problem}`);
  },
});

const newReferral = (random: Random): Body => ({
  referralUUID: uuidOf(random),
  patient: {
    name: `Ш${textOf(random).slice(0, 180)}`,
    sex: 'female',
    birthday: '1985-04-03',
    phone: mostly(random, '+7 999 555-44-33', ['', textOf(random)]),
  },
  teeth: mostly(random, [18, 48], [[], [11, 11], [99], Array.from({ length: 60 }, (_, at) => at)]),
  question: textOf(random).slice(0, 2_000),
  urgency: mostly(random, 'urgent', ['routine', 'x']),
  contraindications: mostly(random, ['metal', 'metal', 'pregnancy'], [[], ['x']]),
  otherContraindications: textOf(random).slice(0, 290),
  recipientDoctorIDs: [],
  recipientEmails: mostly(random, ['a@b.ru', 'A@b.ru'], [[], ['врач@пример.рф'], [textOf(random)]]),
});

/** Referrals with difficult texts: sent by a client, printed on both sides, accepted or declined. */
export const referrals = async (portal: FuzzedPortal): Promise<PortalTarget> => {
  const { call, readDocument } = open(portal);
  const { body: offered } = await call('doctor', 'GET', '/doctor/examinations');
  const { examinations } = offered as unknown as { examinations: { examinationID: number }[] };
  const examinationID = examinations[0]?.examinationID;
  return {
    concurrency: 2,
    make: (random) =>
      Buffer.from(JSON.stringify(mostlyRight({ ...newReferral(random), examinationID }, random))),
    async run(bytes) {
      const body = JSON.parse(bytes.toString()) as Body;
      const { status } = await call('doctor', 'POST', '/doctor/referrals', body);
      if (status !== 201) return;
      const [own, incoming] = ['doctor', 'assistant'].map(
        (area) => `/${area}/referrals/${String(body.referralUUID)}`,
      );
      await call('doctor', 'GET', own ?? '');
      await readDocument('doctor', `${own}/document`);
      await call('assistant', 'GET', incoming ?? '');
      if (bytes.length % 2)
        await call('assistant', 'POST', `${incoming}/decline`, {
          reason: String(body.question).slice(0, 300),
        });
      else await call('assistant', 'POST', `${incoming}/accept`, { createPatient: true });
      await readDocument('assistant', `${incoming}/document`);
    },
  };
};

/** A report is written about a study that has been published. */
const publishStudy = async (portal: FuzzedPortal): Promise<number> => {
  const studyID = await portal.createStudy(await portal.createPatient(), 'cbct');
  const ask: Ask = (method, path, body) => portal.call('assistant', method, path, body);
  const uploadUUID = await openUpload(ask, studyID);
  const bytes = (await loadSeeds()).dicom.at(-1);
  if (!bytes) throw new Error('no image of the phantom');
  await sendAlone(ask, uploadUUID, 'a.dcm', bytes);
  const state = await completeUpload(ask, uploadUUID, 'a.dcm');
  if (state?.error !== null) throw new Error(`not published: ${JSON.stringify(state)}`);
  return studyID;
};

const partOf = (random: Random, fields: readonly string[]): Body =>
  random.pick<() => Body>([
    () => ({ kind: 'text', part: random.pick(fields), value: textOf(random) }),
    () => ({
      kind: 'finding',
      part: `finding:${uuidOf(random)}`,
      value: { teeth: mostly(random, ['11', '11', '85'], [[], ['36'], ['99']]), text: textOf(random) },
    }),
    () => ({
      kind: 'measurement',
      part: `measurement:${uuidOf(random)}`,
      value: { label: textOf(random).slice(0, 290), value: textOf(random).slice(0, 290) },
    }),
    () => ({
      kind: 'picture',
      part: `picture:${uuidOf(random)}`,
      value: { keyImageUUID: uuidOf(random), caption: '' },
    }),
    () => ({ kind: 'finding', part: `finding:${uuidOf(random)}`, value: null }),
  ])();

/** Reports with difficult texts: written part by part, signed, and read as a page and as a document. */
export const reports = async (portal: FuzzedPortal): Promise<PortalTarget> => {
  const { call, readDocument } = open(portal);
  const studyID = await publishStudy(portal);
  const path = `/assistant/studies/${studyID}/reports`;
  const { body: known } = await call('assistant', 'GET', '/assistant/reports/templates');
  const { templates } = known as unknown as {
    templates: { templateID: number; studyType: string; fields: { fieldID: string }[] }[];
  };
  const template = templates.find(({ studyType }) => studyType === 'cbct');
  const fields = ['conclusion', ...(template?.fields ?? []).map(({ fieldID }) => `field:${fieldID}`)];

  const readSigned = async (number: number) => {
    await call('assistant', 'GET', `${path}/${number}`);
    await readDocument('assistant', `${path}/${number}/document`);
  };

  return {
    // if two cases ran at once, one would change the draft that the other signs
    concurrency: 1,
    make: (random) => {
      const parts = Array.from({ length: 1 + random.int(8) }, () =>
        mostlyRight(partOf(random, fields), random),
      );
      return Buffer.from(
        JSON.stringify({ reportUUID: uuidOf(random), reason: textOf(random).slice(0, 290), parts }),
      );
    },
    async run(bytes) {
      const { reportUUID, reason, parts } = JSON.parse(bytes.toString()) as Body & { parts: Body[] };
      await call('assistant', 'POST', `${path}/draft`, { templateID: template?.templateID ?? null });
      const { body: draft } = await call('assistant', 'GET', `${path}/draft`);
      const stored = (draft.parts ?? []) as { part: string; version: number }[];
      for (const part of parts) {
        const version = stored.find((one) => one.part === part.part)?.version ?? 0;
        await call('assistant', 'PATCH', `${path}/draft`, { changes: [{ version, ...part }] });
      }
      const { body: saved } = await call('assistant', 'GET', `${path}/draft`);
      const signing = { reportUUID, reason, version: saved.version };
      const { status, body: signed } = await call('assistant', 'POST', path, signing);
      if (status === 201) await readSigned(Number(signed.number));
      // the password was entered more than ten minutes ago
      else if (status === 403) await portal.signInAgain('assistant');
      else if (status === 409) throw new Error(`not signed: ${JSON.stringify(signed)}`);
    },
  };
};
