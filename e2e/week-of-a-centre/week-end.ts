import { countReports, listReports } from '@snimok/contract/reporting/study-reports';
import { countUnreadDialogs } from '@snimok/contract/messaging/messenger';
import { countWaitingReferrals, listOwnReferrals } from '@snimok/contract/reception/referrals';
import { getOwnPatient, listOwnPatients } from '@snimok/contract/people/patients';
import { listOwnBookings } from '@snimok/contract/reception/own-bookings';
import { listOwnStudies } from '@snimok/contract/studies/studies';
import { searchOwnPatients } from '@snimok/contract/people/search';
import { expect } from '../pages/test.ts';
import type { Centre } from './week.ts';

// The state of the centre when the week has ended.

export const expectNothingWaits = async ({ chief, clinics }: Centre) => {
  const { waitingCount: referrals } = await chief.calls(countWaitingReferrals);
  const { waitingCount: reports } = await chief.calls(countReports);
  const { unreadDialogs } = await chief.calls(countUnreadDialogs);
  expect({ referrals, reports, unreadDialogs }).toEqual({ referrals: 0, reports: 0, unreadDialogs: 0 });
  const signed = await chief.calls(listReports, { query: { state: 'signed' } });
  expect(signed.totalCount).toBe(20);
  expect(signed.reports.filter((row) => row.signed?.readAt == null)).toEqual([]);
  for (const { calls } of clinics) {
    expect((await calls(listOwnBookings)).bookings).toEqual([]);
    const { bookings } = await calls(listOwnBookings, { query: { view: 'past' } });
    expect(bookings.filter(({ status }) => status === 'come')).toHaveLength(2);
  }
};

/** Expects that each clinic finds its own four patients in every list, and none of the others'. */
export const expectOwnPatientsOnly = async ({ clinics }: Centre) => {
  const cards: { at: number; patientID: number }[] = [];
  for (const [at, { calls, patients }] of clinics.entries()) {
    const own = [...patients].sort();
    const names = (items: { patientName?: string; name?: string }[]) =>
      items.map((one) => one.patientName ?? one.name).sort();
    const listed = (await calls(listOwnPatients)).patients;
    expect(names(listed)).toEqual(own);
    expect(names((await calls(listOwnReferrals)).referrals)).toEqual(own);
    expect(names((await calls(listOwnStudies)).studies)).toEqual(own);
    cards.push(...listed.map(({ patientID }) => ({ at, patientID })));
    const other = clinics[(at + 1) % clinics.length]!.patients[1]!;
    expect((await calls(searchOwnPatients, { query: { query: other } })).patients).toEqual([]);
  }
  for (const [at, { calls }] of clinics.entries())
    for (const card of cards.filter((one) => one.at !== at))
      await expect(calls(getOwnPatient, { params: { patientID: card.patientID } })).rejects.toThrow(
        /: 40[34] /,
      );
};
