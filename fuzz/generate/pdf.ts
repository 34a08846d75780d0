import { deflateSync } from 'node:zlib';
import { mostly, type Random } from './random.ts';

const SCRIPT = '/S /JavaScript /JS (app.alert(1))';
const ACTIONS = [
  '/S /URI /URI (https://example.ru/)',
  '/S /URI /URI (file:///c:/a.exe)',
  '/S /GoTo /D [3 0 R /Fit]',
  '/S /Named /N /NextPage',
  '/S /GoToR /F (a.pdf)',
  '/S /Launch /F (a.exe)',
  '/S /Rendition /JS (1)',
  SCRIPT,
];

/** A name with escapes, or broken by a comment. */
const disguised = (random: Random, text: string): string =>
  text.replace(/\/([A-Za-z]+)/g, (whole, name: string) => {
    if (random.chance(0.95)) return whole;
    const at = random.int(name.length);
    const code = name.charCodeAt(at).toString(16);
    return random.pick([
      `/${name.slice(0, at)}#${code}${name.slice(at + 1)}`,
      `/${name.slice(0, at)}#${code.toUpperCase()}${name.slice(at + 1)}`,
      `/#23${code}${name.slice(1)}`,
      `/${name}%x\n`,
      `%${name}\n/${name}`,
      `(/${name})`,
    ]);
  });

const deflated = (content: string) =>
  deflateSync(Buffer.from(content, 'latin1'), { level: 1 }).toString('latin1');

const streamOf = (random: Random, dictionary: string, content: string): string => {
  const length = mostly<number | string>(random, content.length, [0, 7, 10 ** 6, '9 0 R', '-1']);
  const begin = mostly(random, 'stream\n', ['stream\r\n', 'stream\r', 'stream ']);
  return `<< ${dictionary} /Length ${length} >>\n${begin}${content}\nendstream`;
};

const anAction = (random: Random): string => {
  const next = random.chance(0.2) ? ` /Next ${random.pick(['9 0 R', '[9 0 R 10 0 R]'])}` : '';
  return `<< ${random.pick(ACTIONS)}${next} >>`;
};

const plainObject = (random: Random): string =>
  random.pick<() => string>([
    () => anAction(random),
    () => random.pick(ACTIONS).split(' ')[1] ?? '',
    () => `${4 + random.int(8)} 0 R`,
    () => `[${'['.repeat(random.pick([0, 3, 30_000]))} 1 ${4 + random.int(8)} 0 R ]`,
    () =>
      `<< /Type /Annot /Subtype /${random.pick(['Link', 'Widget', 'Screen', 'FileAttachment'])} /A ${anAction(random)} >>`,
    () => `<< /S /P /A << /O /Layout >> /K 1 >>`,
    () => `<< /F (${random.pick(['report.json', 'a.exe'])}) /EF << /F ${4 + random.int(8)} 0 R >> >>`,
    () => `<< /Type /Filespec /URI (mailto:a@b) /AA << /O ${4 + random.int(8)} 0 R >> >>`,
    () => random.pick(['true', 'null', '-.5', '--1', '1e5', '(a\\)', '<4142', '<<', '>>', '/', '1 0', 'R']),
  ])();

const objectStream = (random: Random): string => {
  const objects = Array.from({ length: random.int(4) }, () => disguised(random, plainObject(random)));
  let offset = 0;
  const head = objects.map((object) => {
    const entry = `${4 + random.int(8)} ${random.chance(0.01) ? random.int(40) : offset}`;
    offset += object.length + 1;
    return entry;
  });
  const first = `${head.join(' ')} `;
  const content = first + objects.join(' ');
  const type = random.pick([
    '/Type /ObjStm',
    '/Type /ObjStm',
    '/Type /ObjStm /Subtype /Image',
    '',
    '/Type 4 0 R',
  ]);
  const count = mostly<number | string>(random, objects.length, [0, 99, 1e9, '4 0 R']);
  const start = mostly(random, first.length, [0, -1, 10 ** 9]);
  const dictionary = `${type} /N ${count} ${random.chance(0.95) ? `/First ${start}` : ''}`;
  return random.chance(0.8)
    ? streamOf(
        random,
        `${dictionary} /Filter ${random.pick(['/FlateDecode', '/FlateDecode', '[/FlateDecode]', '/Fl', '4 0 R'])}`,
        deflated(content),
      )
    : streamOf(random, dictionary, content);
};

const otherStream = (random: Random): string => {
  const inner = random.pick([
    'q Q',
    '{"a":1}',
    'MZ',
    `9 0 obj << ${SCRIPT} >> endobj`,
    'endstream endobj 9 0 obj',
    '\0'.repeat(10 ** 5),
  ]);
  const dictionary = random.pick([
    '',
    '/Type /XObject /Subtype /Image',
    '/Type /EmbeddedFile',
    '/F (a)',
    '/N 3 /Alternate /DeviceRGB',
  ]);
  return random.chance(0.5)
    ? streamOf(random, dictionary, inner)
    : streamOf(random, `${dictionary} /Filter /FlateDecode`, deflated(inner));
};

const numbered = (random: Random, number: number): string => {
  const made = random.pick([plainObject, plainObject, objectStream, otherStream])(random);
  const end = mostly(random, 'endobj', ['', 'endobj junk']);
  return `${number} ${mostly(random, '0', ['1', '%x\n0'])} obj\n${disguised(random, made)}\n${end}\n`;
};

/** A document of one page whose objects have actions, files and streams in usual and in unusual forms. */
export const pdfFile = (random: Random): Buffer => {
  const extras = Array.from({ length: random.int(6) }, () => 4 + random.int(8));
  const catalog = random.pick([
    '',
    '',
    '/OpenAction 9 0 R',
    '/AA << /WC 9 0 R >>',
    '/Names << /EmbeddedFiles 9 0 R >>',
  ]);
  const objects = [
    `1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${disguised(random, catalog)} >>\nendobj\n`,
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n',
    `3 0 obj\n<< /Type /Page /Parent 2 0 R /Annots [${random.pick(['', '4 0 R', '9 0 R 10 0 R'])}] >>\nendobj\n`,
    ...extras.map((number) => numbered(random, number)),
  ];
  const encrypted = random.chance(0.03) ? '/Encrypt%\n9 0 R' : '';
  const trailer = `xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Root 1 0 R /Size 12 ${encrypted} >>\nstartxref\n9\n%%EOF\n`;
  const revision = random.chance(0.2) ? numbered(random, 9) + trailer : '';
  return Buffer.from(`%PDF-1.7\n${objects.join('')}${trailer}${revision}`, 'latin1');
};
