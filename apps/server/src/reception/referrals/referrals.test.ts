import { expect, test } from 'vitest';
import { listOwnReferrals, listReferrals } from '@snimok/contract/reception/referrals';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { makeCentre } from '../../testing/callers/booking.ts';
import { accepted, acceptOf, newPatient, readReferral, startCentre } from './referrals.fixture.ts';

test('a referral that is sent twice reaches the centre once, with everything that the doctor wrote', async () => {
  const { doctor, first, request, owner } = await startCentre();
  const sent = request({
    patient: newPatient,
    teeth: [26, 16, 16, 55],
    question: 'Есть ли киста?',
    urgency: 'urgent',
    contraindications: ['metal', 'pregnancy'],
    otherContraindications: 'Брекеты',
  });
  for (let time = 0; time < 2; time++)
    expect(await doctor.post('/doctor/referrals', sent)).toMatchObject({ status: 201 });
  const list = responseOf(listReferrals, await first.get('/assistant/referrals'));
  expect(list.referrals).toMatchObject([
    {
      state: 'sent',
      patientName: newPatient.name,
      doctorName: owner.name,
      patientID: null,
      urgency: 'urgent',
    },
  ]);
  expect((await first.get('/assistant/referrals/waiting')).body).toEqual({ waitingCount: 1 });
  expect(await readReferral(first, sent.referralUUID)).toMatchObject({
    teeth: [16, 26, 55],
    question: 'Есть ли киста?',
    sex: 'female',
    phone: newPatient.phone,
    contraindications: ['pregnancy', 'metal'],
    otherContraindications: 'Брекеты',
    patientBirthday: '1985-04-03',
    similar: [],
    can: { decide: true },
  });
});

test('a referral with an invalid field, or with a reference to a record that the doctor cannot use, is refused', async () => {
  const { doctor, request, server } = await startCentre();
  const unrelated = await server.make.patient();
  const answer = async (change: Record<string, unknown>) => {
    const { status, body } = await doctor.post('/doctor/referrals', request(change));
    return [status, (body as { error?: string }).error ?? ''];
  };
  expect(await answer({ teeth: [19] })).toMatchObject([400, expect.any(String)]);
  expect((await answer({ question: 'я'.repeat(2001) }))[0]).toBe(400);
  expect((await answer({ examinationID: 1_000_000 }))[0]).toBe(404);
  expect((await answer({ patient: { patientID: unrelated.patientID } }))[0]).toBe(403);
  expect((await answer({ patient: { ...newPatient, birthday: '2999-01-01' } }))[0]).toBe(400);
  expect((await answer({ patient: { ...newPatient, name: ' ' } }))[0]).toBe(400);
  expect((await answer({ recipientDoctorIDs: [unrelated.doctorID] }))[0]).toBe(404);
  expect((await answer({ recipientEmails: ['не почта'] }))[0]).toBe(400);
  expect((await answer({ bookingID: 1_000_000 }))[0]).toBe(404);
});

test('accepting a referral creates one card and one study from its content, also after a double click', async () => {
  const { first, send, owner, server } = await startCentre();
  const referralUUID = await send({ patient: newPatient, teeth: [36], question: 'Оценить канал' });
  const results = await Promise.all([1, 2, 3].map(() => acceptOf(first, referralUUID)));
  expect(results.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(results.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  const { patientID, studyID, doctorID } = results[0]!.body as { [id: string]: number };
  expect(doctorID).toBe(owner.id);
  const card = (await first.get(`/assistant/patients/${patientID}`)).body;
  expect(card).toMatchObject({
    name: newPatient.name,
    birthday: '1985-04-03',
    phone: newPatient.phone,
    sex: 'female',
  });
  const study = (await first.get(`/assistant/studies/${studyID}`)).body;
  expect(study).toMatchObject({ type: 'cbct', status: 'in-work', patientID });
  // the card shows the referral
  expect((study as { comment: string }).comment).toBe('');
  const { count } = await server.context.db
    .selectFrom('patients')
    .select((patient) => patient.fn.countAll<number>().as('count'))
    .where('name', '=', newPatient.name)
    .executeTakeFirstOrThrow();
  expect(count).toBe(1);
});

test('if two assistants accept a referral at once, one study is created, and the refused one learns who accepted it', async () => {
  const { first, second, send, server } = await startCentre();
  for (let round = 0; round < 5; round++) {
    const referralUUID = await send();
    const replies = await Promise.all([acceptOf(first, referralUUID), acceptOf(second, referralUUID)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const winner = replies[0].status === 200 ? 'Анна Орлова' : 'Борис Крылов';
    const refused = replies.find(({ status }) => status === 409);
    const reason = new RegExp(`^Направление уже принято\\. Кто принял: ${winner}, .+ в \\d\\d:\\d\\d$`);
    expect(refused?.body).toEqual({ error: expect.stringMatching(reason) });
    expect(await readReferral(second, referralUUID)).toMatchObject({ state: 'accepted', decidedBy: winner });
  }
  const { count } = await server.context.db
    .selectFrom('studies')
    .select((study) => study.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(5);
});

test('if the client has a similar card, accepting a referral requires a choice between it and a new card', async () => {
  const { first, send, server, owner } = await startCentre();
  const { db } = server.context;
  const elsewhere = await server.make.doctor();
  const known = { name: 'Смирнова Ольга', sex: 'female', birthday: '1985-04-03', phone: null };
  for (const { id } of [owner, elsewhere])
    await db
      .insertInto('patients')
      .values({ ...known, doctorID: id })
      .execute();
  const chosen = await send({ patient: newPatient });
  const made = await send({ patient: newPatient });
  const { similar } = await readReferral(first, chosen);
  // not the card of another client
  expect(similar.map(({ name }) => name)).toEqual(['Смирнова Ольга']);
  const refused = await acceptOf(first, chosen);
  expect(refused).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('похожая карточка') },
  });
  const cardID = similar[0]?.patientID;
  expect((await accepted(first, chosen, { patientID: cardID })).patientID).toBe(cardID);
  expect((await accepted(first, made, { createPatient: true })).patientID).not.toBe(cardID);
  const foreign = await server.make.patient();
  const third = await send({ patient: { ...newPatient, name: 'Волкова Инна' } });
  expect((await acceptOf(first, third, { patientID: foreign.patientID })).status).toBe(400);
});

test('a client can withdraw a referral, and the centre can decline it; either decision is final', async () => {
  const { doctor, first, send, server, owner } = await startCentre();
  await server.work();
  const withdrawn = await send();
  const declined = await send();
  for (let time = 0; time < 2; time++)
    expect((await doctor.post(`/doctor/referrals/${withdrawn}/withdraw`)).status).toBe(204);
  expect((await acceptOf(first, withdrawn)).status).toBe(409);
  const decline = (reason: string) => first.post(`/assistant/referrals/${declined}/decline`, { reason });
  expect((await decline('')).status).toBe(400);
  expect((await decline('Аппарат на обслуживании')).status).toBe(204);
  expect((await decline('Ещё раз')).status).toBe(409);
  expect((await doctor.post(`/doctor/referrals/${declined}/withdraw`)).status).toBe(409);
  await expect.poll(() => server.outbox.length, { timeout: 15_000 }).toBe(1);
  expect(server.outbox[0]).toMatchObject({ to: owner.email, subject: expect.stringContaining('отклонено') });
  expect(server.outbox[0]?.text).toContain('Аппарат на обслуживании');
  const states = responseOf(listOwnReferrals, await doctor.get('/doctor/referrals')).referrals;
  expect(states.map(({ state }) => state).toSorted()).toEqual(['declined', 'withdrawn']);
  const filtered = responseOf(listOwnReferrals, await doctor.get('/doctor/referrals?state=declined'));
  expect(filtered).toMatchObject({ totalCount: 1, referrals: [{ referralUUID: declined }] });
});

test('urgent referrals that wait come first, then the others that wait, then the decided ones', async () => {
  const { first, send } = await startCentre();
  const decided = await send({ urgency: 'urgent' });
  const urgent = await send({ urgency: 'urgent' });
  const routine = await send();
  await accepted(first, decided);
  const { referrals } = responseOf(listReferrals, await first.get('/assistant/referrals'));
  expect(referrals.map(({ referralUUID }) => referralUUID)).toEqual([urgent, routine, decided]);
});

test('a booked patient gets one study, whether the referral is accepted before or after the arrival', async () => {
  const { doctor, first, request, server, owner, patient } = await startCentre();
  const centre = await makeCentre(server, { capacity: 4 });
  const { body } = await doctor.get(`/doctor${centre.at}/${centre.day}`);
  const { slots } = body as { slots: { slotUUID: string }[] };
  const book = async (patientName: string) => {
    const visitor = { patientName, patientPhone: '+79995554433' };
    const booked = await doctor.post(`/doctor${centre.at}/${centre.day}/${slots[0]?.slotUUID}`, visitor);
    return (booked.body as { bookingID: number }).bookingID;
  };
  const before = await book('Иванов Иван');
  const after = await book('Смирнова Ольга');
  const another = await book('Чужой Пётр');
  const refer = async (change: Record<string, unknown>) => {
    const sent = request(change);
    return { uuid: sent.referralUUID, reply: await doctor.post('/doctor/referrals', sent) };
  };
  expect((await refer({ bookingID: another })).reply.status).toBe(400);
  const early = await refer({ bookingID: before });
  const result = await accepted(first, early.uuid);
  const arrival = { studyType: 'cbct', sex: 'male' };
  const come = (bookingID: number) => first.post(`/assistant/schedule/bookings/${bookingID}/come`, arrival);
  expect((await come(before)).body).toEqual(result);
  expect(result.patientID).toBe(patient.patientID);

  const late = await refer({ patient: newPatient, bookingID: after });
  const visit = (
    await first.post(`/assistant/schedule/bookings/${after}/come`, { ...arrival, sex: 'female' })
  ).body;
  expect(await accepted(first, late.uuid)).toEqual(visit);
  const studies = await server.context.db
    .selectFrom('studies')
    .select('id')
    .where('doctorID', '=', owner.id)
    .execute();
  expect(studies).toHaveLength(2);
  expect((await readReferral(first, late.uuid)).booking).toMatchObject({ bookingID: after, status: 'come' });
});

test('the study card shows its referral to the centre and to doctors who see the study', async () => {
  const { first, send, doctor, patient, server } = await startCentre();
  const { studyID } = await accepted(
    first,
    await send({ teeth: [11], question: 'Корень?', contraindications: ['pacemaker'] }),
  );
  const colleague = await server.make.doctor();
  const at = `patients/${patient.patientID}/referrals`;
  const shown = {
    referrals: [{ studyID, teeth: [11], question: 'Корень?', contraindications: ['pacemaker'] }],
  };
  expect((await first.get(`/assistant/${at}`)).body).toMatchObject(shown);
  expect((await doctor.get(`/doctor/${at}`)).body).toMatchObject(shown);
  const asColleague = await server.as(colleague);
  expect((await asColleague.get(`/doctor/${at}`)).status).toBe(403);
  await server.context.db
    .insertInto('patientShares')
    .values({ patientID: patient.patientID, doctorID: colleague.id })
    .execute();
  expect((await asColleague.get(`/doctor/${at}`)).body).toMatchObject(shown);
});
