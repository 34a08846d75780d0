import { encode } from '@snimok/imaging/dicom/elements/write';
import { TRANSFER_SYNTAX } from '@snimok/imaging/dicom/elements/transfer-syntax';
import dimse from 'dcmjs-dimse';
import { expect, test } from 'vitest';
import { fakePortal } from '../testing/fake-portal.ts';
import { sendAsMachine, startMachineReceiver } from '../testing/machine.ts';
import { EncodedDataSet } from '../worklist/encoded-data-set.ts';

test('fifty machines that ask at the same time are all answered, again and again', async () => {
  const { explicitLittleEndian } = TRANSFER_SYNTAX;
  const item = new EncodedDataSet(encode([[0x00080050, 'SH', 'S7']]), explicitLittleEndian);
  // all machines of this test share one address, while fifty real machines have fifty
  const limits = { peersPerAddress: 64 };
  const { port } = await startMachineReceiver({
    call: fakePortal({}),
    limits,
    answerQuery: async () => ({ dataSets: [item], isPartlyCompared: false }),
  });
  const ask = () =>
    sendAsMachine(port, [dimse.requests.CFindRequest.createWorklistFindRequest({ AccessionNumber: '' })]);
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(Array.from({ length: 50 }, ask));
    expect(answers.map((replies) => replies.map(({ status }) => status))).toEqual(
      answers.map(() => [0xff00, 0x0000]),
    );
  }
});
