import { upload } from '../upload/upload.ts';
import { receive } from '../receive/receive.ts';
import { login, logout, status } from '../sign-in/commands.ts';
import { watch } from '../watch/watch.ts';
import type { CommandContext } from './context.ts';
import { usageError } from './exit-error.ts';
import { parseNumber, parseChoice, parseArguments } from './arguments.ts';

/** Everything one can say after `snimok`; reading it is reading the program. */
export const commands: Record<string, (desk: CommandContext, args: string[]) => Promise<void> | void> = {
  login: (desk, args) => {
    const { values } = parseArguments(args, { portal: 'string', 'no-browser': 'boolean' });
    return login(desk, {
      ...(values.portal !== undefined && { portal: values.portal }),
      noBrowser: values['no-browser'] ?? false,
    });
  },

  logout: (desk) => logout(desk),
  status: (desk) => status(desk),

  upload: (desk, args) => {
    const { values, positionals } = parseArguments(args, {
      patient: 'string',
      doctor: 'string',
      type: 'string',
      comment: 'string',
      birthday: 'string',
      sex: 'string',
      again: 'boolean',
    });
    const type = parseChoice(values.type, ['rg', 'cbct'], '--type');
    const sex = parseChoice(values.sex, ['male', 'female'], '--sex');
    const { patient, doctor, birthday, comment = '', again = false } = values;
    if (positionals.length === 0) throw usageError('Укажите папку или файлы: snimok upload ПАПКА …');
    if (!patient?.trim()) throw usageError('Укажите пациента: --patient НОМЕР|"ФИО"');
    if (!type) throw usageError('Укажите вид исследования: --type rg|cbct');
    if (birthday && !/^\d{4}-\d\d-\d\d$/.test(birthday))
      throw usageError('--birthday: нужна дата вида 1987-03-14');
    return upload(desk, {
      ...{ paths: positionals, patient, type, comment: comment.trim(), again },
      ...(doctor && { doctor }),
      ...(birthday && { birthday }),
      ...(sex && { sex }),
    });
  },

  watch: (desk, args) => {
    const { values, positionals } = parseArguments(args, { ...pipeline, once: 'boolean' });
    const [folder, ...more] = positionals;
    if (!folder || more.length > 0) throw usageError('Укажите одну папку: snimok watch ПАПКА');
    return watch(desk, { folder, ...pipelineOf(values), once: values.once ?? false });
  },

  receive: (desk, args) => {
    const { values, positionals } = parseArguments(args, {
      ...pipeline,
      port: 'string',
      host: 'string',
      aet: 'string',
      store: 'string',
      from: 'string',
      'from-address': 'string',
      keep: 'string',
    });
    if (positionals.length > 0) throw usageError('Лишнее слово после snimok receive. Справка: snimok --help');
    const { host = '0.0.0.0', aet = 'SNIMOK', store } = values;
    if (!/^[\x21-\x5b\x5d-\x7e]{1,16}$/.test(aet)) throw usageError('--aet: до 16 латинских букв и цифр');
    const port = parseNumber(values.port, '--port') ?? 11_112;
    if (port < 1 || port > 65_535) throw usageError('--port: нужно число от 1 до 65535');
    return receive(desk, {
      ...pipelineOf(values),
      ...{ host, port, aet, store },
      from: listIn(values.from),
      addresses: listIn(values['from-address']),
      keepDays: parseNumber(values.keep, '--keep') ?? 30,
    });
  },
};

/** What `watch` and `receive` share: to whom, and when a study counts as complete. */
const pipeline = {
  doctor: 'string',
  'unknown-patient': 'string',
  quiet: 'string',
  every: 'string',
} as const;

const pipelineOf = (values: { [K in keyof typeof pipeline]?: string }) => ({
  defaults: {
    doctorID: parseNumber(values.doctor, '--doctor'),
    unknownPatientID: parseNumber(values['unknown-patient'], '--unknown-patient'),
  },
  quietSeconds: parseNumber(values.quiet, '--quiet') ?? 30,
  everySeconds: parseNumber(values.every, '--every') ?? 5,
});

/** «A,B»: several at once. */
const listIn = (text = '') =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
