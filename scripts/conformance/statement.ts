import { CHARACTER_SETS as READ_SETS } from '@snimok/imaging/dicom/elements/character-sets';
import { IMPLEMENTATION_NAME, IMPLEMENTATION_UID } from '@snimok/imaging/dicom/elements/write';
import { tlsProfile } from '../../apps/uploader/src/machines/tls.ts';
import { CHARACTER_SETS, DEFINED_TERM } from '../../apps/uploader/src/worklist/character-set.ts';
import { commitment, performedSteps, worklist } from './machine-services.ts';
import { table } from './markdown.ts';
import { deliverer, receiver, transferSyntaxes, uploadFolder } from './network.ts';
import { media, objects } from './objects.ts';
import { searches } from './searches.ts';
import { nameOfCharacterSet } from './uids.ts';
import { retrieve, store } from './web-services.ts';

const overview = () => `# DICOM conformance statement

In the form of PS3.2. Made from the tables of the code; \`vitest run --project scripts conformance --update\` writes this page again, and a
test fails while it differs from them (decision 151).

«Снимок» is a portal for a dental imaging centre, with the upload program \`snimok\` on the PCs beside the X-ray machines and in clinics. How they
are used is in [upload-program.md](upload-program.md) and [dicomweb.md](dicomweb.md).

| service | user (SCU) | provider (SCP) |
|---|---|---|
| Verification | no | \`snimok receive\` |
| Storage | \`snimok deliver\` | \`snimok receive\` |
| Storage Commitment Push Model | no | \`snimok receive\` |
| Modality Worklist | no | \`snimok receive\` |
| Modality Performed Procedure Step | no | \`snimok receive\` |
| Query/Retrieve (C-FIND, C-MOVE, C-GET), Print, Instance Availability | no | no |
| QIDO-RS, WADO-RS, STOW-RS | no | portal |
| media interchange | file-set creator and reader: portal | |

## 1. Implementation model

${table(
  ['application entity', 'program', 'activity'],
  [
    [
      'RECEIVE',
      '`snimok receive`',
      'X-ray machines send images, get their worklist, report steps and ask for storage commitment; the program sends the images to the portal over HTTPS',
    ],
    ['DELIVER', '`snimok deliver`', "a clinic's program gets the studies of the clinic's patients"],
    [
      'WATCH',
      '`snimok watch`, `snimok upload`',
      'files in a folder of a PC are sent to the portal over HTTPS',
    ],
    ['WEB', 'portal', 'viewers, archives and gateways search, retrieve and store over HTTPS'],
    ['DISC', 'portal', 'a person downloads a study for a disc, or uploads one'],
  ],
)}

RECEIVE needs no connection to the portal to store images and steps: it keeps them on its disk and sends them later. Implementation class UID
${IMPLEMENTATION_UID}, version name ${IMPLEMENTATION_NAME}, in associations and in the file meta information of files that the product writes.

## 2. Networking
`;

const webServices = () => `
## 4. DICOM web services (PS3.18)

Resources are below \`{PUBLIC_URL}/api/1/dicomweb\`, for recipients of a share below \`{PUBLIC_URL}/api/1/external/dicomweb\` (without STOW-RS), over HTTP/1.1.
Who may read what and how clients sign in is in [dicomweb.md](dicomweb.md). Nothing can be changed or deleted. No CORS headers are sent.
A resource that does not exist or that the caller may not see is 404, an unacceptable media type 406.
`;

const characterSets = () => `
## 5. Character sets

${table(
  ['read: Specific Character Set', 'repertoire'],
  READ_SETS.map(({ term, codes }) => [
    !/^\d+$/.test(term) ? term : `ISO_IR ${term}${codes === 'no-extensions' ? '' : `, ISO 2022 IR ${term}`}`,
    nameOfCharacterSet(term),
  ]),
)}

Code extensions by ISO 2022 escape sequences are read within a value. If text is not in the stated set, or none is stated, UTF-8 and windows-1251
are recognised from the bytes. Unknown terms cause a warning, and the default repertoire or the recognised set is used.

${table(
  ['written', 'Specific Character Set'],
  [
    ['files that the product makes, DICOMDIR, DICOM JSON', 'ISO_IR 192'],
    ...CHARACTER_SETS.map((set) => [
      `worklist, \`--worklist-charset ${set}\`${set === CHARACTER_SETS[0] ? ' (default)' : ''}`,
      DEFINED_TERM[set] || 'absent (default repertoire)',
    ]),
    ['images', 'unchanged, as received'],
  ],
)}

Characters that the character set of a worklist lacks are transliterated.
`;

const security = () => `
## 6. Security

| | |
|---|---|
| RECEIVE with \`--tls-cert\` and \`--tls-key\` | BCP 195 RFC 8996, 9325 TLS Secure Transport Connection Profile (PS3.15, B.12): ${tlsProfile.minVersion.replace('v', ' ')} or newer, without renegotiation and compression; plain DICOM is not spoken then |
| with \`--tls-client-ca\` | mutual authentication: machines need a certificate of these authorities |
| results of storage commitment in an association of RECEIVE | the same profile and certificate |
| DELIVER | TLS 1.2 or newer if the destination demands it; \`--tls-ca\`, \`--tls-cert\` and \`--tls-key\` |
| web services | HTTPS by the proxy of the portal; sessions, bearer tokens of upload programs, of the API and of shares |
| machines that are not listed | refused, or held until a person decides; never given worklist, steps or commitment |

Cipher suites of RECEIVE: ${tlsProfile.ciphers.replaceAll(':', ', ')}.

The product writes no audit messages of PS3.15, A.5; views and changes are in the portal's own history. It de-identifies nothing. User identity
negotiation (PS3.7, D.3.3.7) is not used.
`;

/** The page `docs/dicom-conformance.md`. @internal */
export const conformanceStatement = (): string =>
  [
    overview(),
    receiver(),
    worklist(),
    performedSteps(),
    commitment(),
    deliverer(),
    uploadFolder(),
    `\n### 2.4 Transfer syntaxes\n${transferSyntaxes()}`,
    media(),
    webServices(),
    searches(),
    retrieve(),
    store(),
    characterSets(),
    security(),
    objects(),
  ]
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n');
