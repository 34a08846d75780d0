import { releaseUpload } from '@snimok/contract/studies/uploads';
import { expect, test } from 'vitest';
import { slice, startGateway, STUDY } from '../../../reception/dicom-receiving/stow.fixture.ts';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';

/** A gateway, and a patient whose published study has one image, which was stored by its accession number. */
const withPublishedStudy = async () => {
  const gateway = await startGateway();
  const { make, store, work, done } = gateway;
  const { patientID, studyID } = await make.study({ type: 'cbct' });
  expect((await store([slice(1, { accessionNumber: `S${studyID}` })])).status).toBe(200);
  await work();
  expect(await done(studyID)).toMatchObject({ imageCount: 1 });
  const further = () =>
    until('a further study', async () =>
      (await gateway.studiesOf(patientID)).find((study) => study.studyID !== studyID),
    );
  /** The questions that a person must answer before the further study is published. */
  const held = () => until('the study to be held', async () => (await further()).upload?.held);
  return { ...gateway, patientID, studyID, further, held };
};

test('an image without a name is not filed by the UID of a published study; an assistant decides', async () => {
  const { store, held, further, done, studyID, readStudy, assistant } = await withPublishedStudy();
  expect((await store([slice(2, { name: '', birthDate: '' })], STUDY)).status).toBe(200);
  expect(await held()).toEqual({
    people: [{ name: null, birthDate: null, sex: null }],
    differences: [],
    several: false,
    canBeConfirmed: true,
  });
  expect(await readStudy(studyID)).toMatchObject({ imageCount: 1 });
  const { studyID: laterID, upload, status } = await further();
  expect(status).toBe('in-work');
  // the patient's card is no proof either: without a reason the study is held again
  const path = `/assistant/uploads/${upload?.uploadUUID}/release`;
  responseOf(releaseUpload, await assistant.post(path, {}));
  await until('the study to be held again', async () => (await further()).upload?.held);
  responseOf(releaseUpload, await assistant.post(path, { reason: 'Аппарат не записал имя' }));
  const study = await done(laterID);
  expect(study).toMatchObject({ patientConfirmation: { reason: 'Аппарат не записал имя' } });
});

test('an image without a name does not join the open upload of named images, whichever comes first', async () => {
  for (const isNamedFirst of [true, false]) {
    const gateway = await startGateway();
    const { make, store, studiesOf, work, done } = gateway;
    const { patientID, studyID } = await make.study({ type: 'cbct' });
    const named = (number: number) => slice(number, { accessionNumber: `S${studyID}` });
    const unnamed = (number: number) => slice(number, { name: '', accessionNumber: `S${studyID}` });
    expect((await store([named(1)])).status).toBe(200);
    const requests = isNamedFirst
      ? [[named(2), unnamed(3)], [unnamed(4)]]
      : [[unnamed(3)], [unnamed(4), named(2)]];
    for (const files of requests) expect((await store(files, STUDY)).status).toBe(200);
    await work();
    expect(await done(studyID)).toMatchObject({ imageCount: 2 });
    const other = await until('the others to be held', async () =>
      (await studiesOf(patientID)).find(({ upload }) => upload?.held),
    );
    expect(other.upload?.held?.people).toMatchObject([{ name: null }]);
    const files = await gateway.context.db
      .selectFrom('receivedInstances')
      .select('sopInstanceUID')
      .where('uploadUUID', '=', other.upload?.uploadUUID ?? '')
      .execute();
    expect(files).toHaveLength(2);
  }
});

test('an image is filed by its study UID only if the name matches; the birth date may be absent but not differ', async () => {
  const { store, further, done } = await withPublishedStudy();
  expect((await store([slice(2, { birthDate: '' })], STUDY)).status).toBe(200);
  const { studyID } = await further();
  expect(await done(studyID)).toMatchObject({ imageCount: 1 });

  for (const facts of [{ birthDate: '1990-05-05' }, { name: 'Петрова Анна Ильинична' }, { name: 'Иван' }]) {
    const other = await withPublishedStudy();
    expect((await other.store([slice(2, facts)], STUDY)).status).toBe(200);
    expect(await other.held()).toMatchObject({ several: false, canBeConfirmed: true });
  }
});

test('an image is filed by its accession number only if its patient name has more than one word', async () => {
  const gateway = await startGateway();
  const { make, store, work, readStudy } = gateway;
  await work();
  const { studyID } = await make.study({ type: 'cbct' });
  const accessionNumber = `S${studyID}`;
  expect((await store([slice(1, { accessionNumber, name: 'Иван', birthDate: '' })])).status).toBe(200);
  const held = await until('the study to be held', async () => (await readStudy(studyID)).upload?.held);
  expect(held).toMatchObject({ people: [{ name: 'Иван' }], differences: [] });
  // the accession number does not suffice for an image without a name
  const unnamed = slice(2, { accessionNumber, name: '', studyInstanceUID: '2.25.7500' });
  expect((await store([unnamed])).status).toBe(409);
});

test('an image without a name that comes first does not take a study to the card for unknown patients', async () => {
  const gateway = await startGateway({ STOW_UNKNOWN_PATIENT: '1' });
  const { make, store, studiesOf, work, done } = gateway;
  const unknown = await make.patient({ name: 'Неизвестный Пациент' });
  const { studyID } = await make.study({ type: 'cbct' });
  const accessionNumber = `S${studyID}`;
  expect((await store([slice(1, { accessionNumber, name: '', birthDate: '' })])).status).toBe(200);
  for (const number of [2, 3]) expect((await store([slice(number, { accessionNumber })])).status).toBe(200);
  expect((await store([slice(4, { accessionNumber, name: '' })])).status).toBe(200);
  expect(await studiesOf(unknown.patientID)).toMatchObject([{ type: 'cbct' }]);
  await work();
  expect(await done(studyID)).toMatchObject({ imageCount: 2 });
  const [other] = await studiesOf(unknown.patientID);
  expect(await done(other?.studyID ?? 0)).toMatchObject({ imageCount: 2 });
});
