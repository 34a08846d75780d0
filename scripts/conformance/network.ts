import { codecOf } from '@snimok/imaging/dicom/elements/transfer-syntax';
import { IMPLEMENTATION_NAME, IMPLEMENTATION_UID } from '@snimok/imaging/dicom/elements/write';
import { MAX_PDU_BYTES as OWN_PDU_BYTES } from '../../packages/dicom-network/src/association.ts';
import { CONNECT_MS, RESPONSE_MS } from '../../packages/dicom-network/src/connection.ts';
import { MAX_CONTEXTS } from '../../apps/uploader/src/clinic/send-study.ts';
import { LIMITS } from '../../apps/uploader/src/receive/limits.ts';
import { STATUS } from '../../apps/uploader/src/receive/machine-services.ts';
import { MAX_PDU_BYTES } from '../../apps/uploader/src/receive/pdu-guard.ts';
import { MAX_BUFFERED_BYTES, MAX_REQUEST_BYTES } from '../../apps/uploader/src/receive/receiver.ts';
import { DATA_SET_SYNTAXES, SERVICES, STORAGE } from '../../apps/uploader/src/receive/services.ts';
import { hex, seconds, size, table } from './markdown.ts';
import { nameOfTransferSyntax, transferSyntaxUIDs } from './uids.ts';

const readableSyntaxes = transferSyntaxUIDs.filter((uid) => codecOf(uid) !== null);

export const transferSyntaxes = () => `
The product reads images in these transfer syntaxes. Images are stored, downloaded and sent on as received; nothing is transcoded.

${table(
  ['transfer syntax', 'UID', 'decoder'],
  readableSyntaxes.map((uid) => [nameOfTransferSyntax(uid), uid, codecOf(uid) ?? '']),
)}

A file whose pixels cannot be decoded, for example of a retired hierarchical process, is stored and downloaded unchanged; its frames and
rendered pictures answer 422. Presentation contexts that offer only other transfer syntaxes are refused:
${transferSyntaxUIDs
  .filter((uid) => !readableSyntaxes.includes(uid))
  .map(nameOfTransferSyntax)
  .filter((name) => !name.endsWith('(retired)'))
  .join('; ')}; and the retired ones that are not in the table.
`;

export const receiver = () => `
### 2.1 RECEIVE: images and services of X-ray machines

\`snimok receive\` is an SCP that X-ray machines associate with. As an SCU it opens associations for results of storage commitment
only (2.1.6).

#### 2.1.1 Association policies

| | |
|---|---|
| application context | 1.2.840.10008.3.1.1.1 |
| implementation class UID, version name | ${IMPLEMENTATION_UID}, ${IMPLEMENTATION_NAME} |
| called AE title | must equal \`--aet\` (default \`SNIMOK\`); otherwise A-ASSOCIATE-RJ, permanent, service user, reason 7 |
| calling AE title and address | must be listed in \`--from\`, unless unlisted machines are held; otherwise A-ASSOCIATE-RJ, permanent, service user, reason 3 |
| port | \`--port\` (default 11112), on \`--host\` (default 127.0.0.1) |
| associations | ${LIMITS.peers} at a time, ${LIMITS.peersPerAddress} from one address, ${LIMITS.unlistedPeers} from all unlisted addresses together; a further connection is closed |
| asynchronous operations | none: each request is answered before the next one |
| longest PDU that is accepted | ${size(MAX_PDU_BYTES)}; a longer one ends the connection |
| ARTIM timer | ${seconds(LIMITS.artimMs)}: TLS handshake, association request, end of the connection |
| idle timer | ${seconds(LIMITS.idleMs)} without a complete PDU end the connection |
| longest data set of a query, step or commitment | ${size(MAX_REQUEST_BYTES)}: a longer one is not parsed and refused; one above ${size(MAX_BUFFERED_BYTES)} ends the connection |

#### 2.1.2 SOP classes and presentation contexts

${table(
  ['SOP class', 'UID', 'role', 'operations', 'for'],
  [
    ...SERVICES.map(({ name, sopClassUID, operations, isForListed }) => [
      name,
      sopClassUID,
      'SCP',
      operations,
      isForListed ? 'listed machines' : 'all admitted machines',
    ]),
    ['every storage class', `${STORAGE}…`, 'SCP', 'C-STORE', 'all admitted machines'],
  ],
)}

Contexts of Verification and of storage classes are accepted with the first offered transfer syntax of the table in 2.4. Contexts of the
other services are accepted with the first one of: ${DATA_SET_SYNTAXES.map(nameOfTransferSyntax).join(', ')}. Other abstract syntaxes are
refused with result 3, contexts without an acceptable transfer syntax with result 4. No extended or role negotiation is used.

#### 2.1.3 Verification and Storage

C-STORE succeeds once the instance is synced to the disk under its final name. The SOP Instance UID may arrive again, with the same or
with other contents; each different content is kept and sent to the portal.

${table(
  ['status of C-STORE', 'meaning'],
  [
    [hex(STATUS.success), 'stored on the disk; the portal gets it later'],
    [
      hex(STATUS.outOfResources),
      `less than ${size(LIMITS.spareBytes)} free (${size(LIMITS.unlistedSpareBytes)} for unlisted machines), a disk error, or more than ${LIMITS.unlistedSenders} different unlisted machines`,
    ],
    [hex(STATUS.cannotUnderstand), 'not an instance of a study'],
  ],
)}

An instance has at most ${size(LIMITS.instanceBytes)}; a longer one ends the connection. An instance that was being received is dropped
when the connection ends.
`;

export const deliverer = () => `
### 2.2 DELIVER: studies for programs of clinics

\`snimok deliver\` is an SCU of the storage classes of a study's own instances. It opens an association for a study that the portal has
queued for a destination; AE titles, address, port and TLS of the destination are entered in the portal («Программы»).

| | |
|---|---|
| implementation class UID, version name | ${IMPLEMENTATION_UID}, ${IMPLEMENTATION_NAME} |
| presentation contexts | one for each pair of SOP class and transfer syntax in the study, with this transfer syntax only; at most ${MAX_CONTEXTS} in an association, further ones in another |
| refused context | nothing is sent in this association, and the delivery fails with the reason |
| asynchronous operations | none |
| longest PDU that is accepted | ${size(OWN_PDU_BYTES)}; the PDUs that are sent have at most as much, and no more than the destination accepts |
| time limits | ${seconds(CONNECT_MS)} for the connection, ${seconds(RESPONSE_MS)} for a response |

${table(
  ['status of C-STORE', 'behaviour'],
  [
    ['0000, Bxxx', 'the instance counts as confirmed and is not sent again'],
    ['A7xx', 'the delivery is tried again later'],
    ['every other', 'the delivery fails with the reason; a person can repeat it'],
  ],
)}

A rejected association with result 2 (transient) and a broken connection are tried again, any other rejection fails at once.
`;

export const uploadFolder = () => `
### 2.3 WATCH: folders of X-ray machines

\`snimok watch\` and \`snimok upload\` have no DICOM network services: they read files of PS3.10 from a folder and send them over the
portal's HTTP API. Files without preamble whose first elements are plausible are read as DICOM too.
`;
