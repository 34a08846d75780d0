import { STUDY_TYPE_NAMES } from '@snimok/contract/studies/study-types';
import { parseCallbacks } from './commitment/callbacks.ts';
import { deliver } from './clinic/deliver.ts';
import { readTrust } from './clinic/trust.ts';
import { upload } from './upload/upload.ts';
import { receive } from './receive/receive.ts';
import { isAETitle, isLoopback, parseSenders } from './machines/senders.ts';
import type { TLSFiles } from './machines/tls.ts';
import { confirmHeld, rejectHeld, showHeld } from './held/commands.ts';
import { installService, uninstallService } from './service/commands.ts';
import { runService } from './service/run.ts';
import { login, logout, status } from './sign-in/commands.ts';
import { update } from './updates/update.ts';
import { watch } from './watch/watch.ts';
import { paceOf, parseHours, parseRate, unlimited } from './program/rate-limit.ts';
import { sentences } from './program/sentences.ts';
import type { CommandContext, Transfer } from './program/context.ts';
import { CHARACTER_SETS, type CharacterSet } from './worklist/character-set.ts';
import { usageError } from './program/exit-error.ts';
import { parseNumber, parseChoice, parseArguments } from './arguments.ts';

const DAY_MINUTES = 24 * 60;

/** Parses the arguments of each command and runs it. */
export const commands: Record<string, (context: CommandContext, args: string[]) => Promise<void> | void> = {
  login: (context, args) => {
    const { values } = parseArguments(args, { portal: 'string', 'no-browser': 'boolean', clinic: 'boolean' });
    return login(context, {
      ...(values.portal !== undefined && { portal: values.portal }),
      noBrowser: values['no-browser'] ?? false,
      clinic: values.clinic ?? false,
    });
  },

  logout: (context) => logout(context),
  status: (context) => status(context),

  upload: (context, args) => {
    const { values, positionals } = parseArguments(args, {
      patient: 'string',
      doctor: 'string',
      type: 'string',
      comment: 'string',
      birthday: 'string',
      sex: 'string',
      again: 'boolean',
      ...transferTypes,
    });
    const type = parseChoice(values.type, STUDY_TYPE_NAMES, '--type');
    const sex = parseChoice(values.sex, ['male', 'female'], '--sex');
    const { patient, doctor, birthday, comment = '', again = false } = values;
    if (positionals.length === 0) throw usageError('Укажите папку или файлы: snimok upload ПАПКА …');
    if (!patient?.trim()) throw usageError('Укажите пациента: --patient НОМЕР|"ФИО"');
    if (!type) throw usageError(`Укажите вид исследования: --type ${STUDY_TYPE_NAMES.join('|')}`);
    if (birthday && !/^\d{4}-\d\d-\d\d$/.test(birthday))
      throw usageError('--birthday: нужна дата вида 1987-03-14');
    return upload(context, {
      paths: positionals,
      patient,
      type,
      comment: comment.trim(),
      again,
      transfer: transferOptions(values),
      ...(doctor && { doctor }),
      ...(birthday && { birthday }),
      ...(sex && { sex }),
    });
  },

  watch: (context, args) => {
    const { values, positionals } = parseArguments(args, { ...pipelineTypes, once: 'boolean' });
    const [folder, ...extra] = positionals;
    if (!folder || extra.length > 0) throw usageError('Укажите одну папку: snimok watch ПАПКА');
    return watch(context, { folder, ...pipelineOptions(values), once: values.once ?? false });
  },

  receive: (context, args) => {
    const { values, positionals } = parseArguments(args, {
      ...pipelineTypes,
      port: 'string',
      host: 'string',
      aet: 'string',
      store: 'string',
      from: 'string',
      'from-address': 'string',
      unlisted: 'string',
      'tls-cert': 'string',
      'tls-key': 'string',
      'tls-client-ca': 'string',
      keep: 'string',
      'worklist-charset': 'string',
      'commit-to': 'string',
      'commit-wait': 'string',
    });
    if (positionals.length > 0) throw usageError('Лишнее слово после snimok receive. Справка: snimok --help');
    const { host = '127.0.0.1', aet = 'SNIMOK', store } = values;
    if (!isAETitle(aet)) throw usageError('--aet: до 16 латинских букв и цифр');
    const senders = parseSenders(parseList(values.from), parseList(values['from-address']));
    // without a list only this PC can send, and its studies wait for a person
    const unlisted =
      parseChoice(values.unlisted, ['refuse', 'hold'], '--unlisted') ??
      (isLoopback(host) && senders.length === 0 ? 'hold' : 'refuse');
    const port = parseNumber(values.port, '--port') ?? 11_112;
    if (port < 1 || port > 65_535) throw usageError('--port: нужно число от 1 до 65535');
    return receive(context, {
      ...pipelineOptions(values),
      host,
      port,
      store,
      policy: { aet, senders, unlisted },
      tls: parseTLS(values['tls-cert'], values['tls-key'], values['tls-client-ca']),
      keepDays: parseNumber(values.keep, '--keep') ?? 30,
      commitWaitMs: (parseNumber(values['commit-wait'], '--commit-wait') ?? DAY_MINUTES) * 60_000,
      callbacks: parseCallbacks(parseList(values['commit-to'])),
      characterSetOf: parseCharacterSets(parseList(values['worklist-charset'])),
    });
  },

  deliver: (context, args) => {
    const { values, positionals } = parseArguments(args, {
      'tls-ca': 'string',
      'tls-cert': 'string',
      'tls-key': 'string',
      once: 'boolean',
    });
    if (positionals.length > 0) throw usageError('Лишнее слово после snimok deliver. Справка: snimok --help');
    const trust = readTrust(values['tls-ca'], values['tls-cert'], values['tls-key']);
    return deliver(context, { trust, once: values.once ?? false });
  },

  held,

  update: (context, args) => {
    const { values, positionals } = parseArguments(args, { portal: 'string' });
    if (positionals.length > 0) throw usageError('Лишнее слово после snimok update. Справка: snimok --help');
    return update(context, values.portal);
  },

  'install-service': installService,
  'uninstall-service': uninstallService,
  service: (context, args) => runService(context, args, commands),
};

function parseTLS(cert?: string, key?: string, clientCA?: string): TLSFiles | undefined {
  if (cert !== undefined && key !== undefined) return { cert, key, clientCA };
  if (cert ?? key ?? clientCA) throw usageError('Для TLS укажите и --tls-cert, и --tls-key (файлы PEM)');
  return undefined;
}

/** `utf-8` for all machines, `XRAY=latin` for one of them. */
function parseCharacterSets(items: string[]): (aet: string) => CharacterSet {
  let usual: CharacterSet = 'utf-8';
  const byTitle = new Map<string, CharacterSet>();
  for (const item of items) {
    const [aet, name = aet] = item.split('=');
    const set = CHARACTER_SETS.find((one) => one === name?.toLowerCase());
    if (!set) throw usageError(sentences.wrongCharacterSet(item));
    if (item.includes('=')) byTitle.set(aet ?? '', set);
    else usual = set;
  }
  return (aet) => byTitle.get(aet) ?? usual;
}

/** `held`, `held confirm N --patient ID`, `held confirm N --new --doctor ID`, `held reject N` */
function held(context: CommandContext, args: string[]): Promise<void> {
  const { values, positionals } = parseArguments(args, {
    patient: 'string',
    doctor: 'string',
    new: 'boolean',
  });
  const [action, numberText, ...extra] = positionals;
  if (action === undefined) return showHeld(context);
  const number = parseNumber(numberText, 'Номер исследования');
  const patientID = parseNumber(values.patient, '--patient');
  const doctorID = parseNumber(values.doctor, '--doctor');
  if (number === undefined || extra.length > 0) throw usageError('Укажите номер из списка snimok held');
  if (action === 'reject') return rejectHeld(context, number);
  if (action !== 'confirm') throw usageError('Непонятное слово после snimok held. Справка: snimok --help');
  if (patientID !== undefined && !values.new) return confirmHeld(context, number, { patientID });
  if (values.new && doctorID !== undefined && patientID === undefined)
    return confirmHeld(context, number, { doctorID });
  throw usageError(
    'Чьё это исследование? Укажите карточку: --patient НОМЕР, или заведите новую: --new --doctor НОМЕР',
  );
}

/** Options of all commands that send. */
const transferTypes = { 'no-compress': 'boolean', limit: 'string', hours: 'string' } as const;

interface TransferValues {
  'no-compress'?: boolean;
  limit?: string;
  hours?: string;
}

function transferOptions({ 'no-compress': noCompress = false, limit, hours }: TransferValues): Transfer {
  const compression = !noCompress;
  if (limit === undefined) {
    if (hours !== undefined) throw usageError(sentences.hoursWithoutLimit);
    return { compression, pace: unlimited };
  }
  const bytesPerSecond = parseRate(limit);
  if (bytesPerSecond === null) throw usageError(sentences.wrongLimit);
  if (hours === undefined) return { compression, pace: paceOf({ bytesPerSecond }) };
  const parsedHours = parseHours(hours);
  if (!parsedHours) throw usageError(sentences.wrongHours);
  return { compression, pace: paceOf({ bytesPerSecond, hours: parsedHours }) };
}

/** Options of both `watch` and `receive`. */
const pipelineTypes = {
  doctor: 'string',
  'unknown-patient': 'string',
  quiet: 'string',
  every: 'string',
  ...transferTypes,
} as const;

const pipelineOptions = (
  values: TransferValues & {
    [K in Exclude<keyof typeof pipelineTypes, keyof typeof transferTypes>]?: string;
  },
) => ({
  transfer: transferOptions(values),
  defaults: {
    doctorID: parseNumber(values.doctor, '--doctor'),
    unknownPatientID: parseNumber(values['unknown-patient'], '--unknown-patient'),
  },
  quietSeconds: parseNumber(values.quiet, '--quiet') ?? 30,
  everySeconds: parseNumber(values.every, '--every') ?? 5,
});

/** The items of `A,B`. */
const parseList = (text = '') =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
