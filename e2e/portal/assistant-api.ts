import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { choosePassword } from '@snimok/contract/people/auth';
import { confirmSession } from '@snimok/contract/people/confirmation';
import { updateBanner } from '@snimok/contract/messaging/banner';
import {
  acceptProgramGrant,
  declineProgramGrant,
  getProgramGrant,
  revokeProgramGrant,
} from '@snimok/contract/people/program-access';
import { createDoctor, updateDoctor } from '@snimok/contract/people/doctors';
import { requestErasure } from '@snimok/contract/administration/erasures';
import { deleteStudy } from '@snimok/contract/studies/lifecycle';
import { sendMessage } from '@snimok/contract/messaging/messenger';
import { createPatient, listDoctorPatients } from '@snimok/contract/people/patients';
import type { ResponseOf, BodyOf, Endpoint, ParamsOf } from '@snimok/contract/platform/endpoint';
import { bookByPhone, listScheduleDays } from '@snimok/contract/reception/schedule';
import { listExaminations } from '@snimok/contract/reception/examinations';
import { listLocations, updateLocation } from '@snimok/contract/reception/locations';
import { listReports } from '@snimok/contract/reporting/study-reports';
import { createStudy, downloadStudy, getStudy, listPatientStudies } from '@snimok/contract/studies/studies';
import { completeUpload, registerFile, startUpload } from '@snimok/contract/studies/uploads';
import { callAPI, signInByAPI } from './api-sign-in.ts';
import { type Mailbox, passwordIn } from './mailbox.ts';
import type { Person } from './portal.ts';

export interface Patient {
  doctorID: number;
  patientID: number;
  name: string;
}

/** API calls of a signed-in assistant, which prepare scenarios without a browser. */
export class AssistantAPI {
  readonly #address: string;
  readonly #cookie: string;
  readonly #password: string;

  private constructor(address: string, cookie: string, password: string) {
    this.#address = address;
    this.#cookie = cookie;
    this.#password = password;
  }

  static async signIn(address: string, person: Person): Promise<AssistantAPI> {
    const { cookie } = await signInByAPI(address, person);
    return new AssistantAPI(address, cookie, person.password);
  }

  async #call<E extends Endpoint>(
    endpoint: E,
    params: ParamsOf<E> | undefined,
    body?: BodyOf<E>,
  ): Promise<ResponseOf<E>> {
    return callAPI({ address: this.#address, cookie: this.#cookie }, endpoint, {
      ...(params !== undefined && { params }),
      ...(body !== undefined && { body }),
    });
  }

  /** Creates a client; the returned password is that of the welcome letter. */
  async inviteClient({ name, email }: Person, mailbox: Mailbox): Promise<Person & { doctorID: number }> {
    const { doctorID } = await this.#call(createDoctor, undefined, { name, email, featureFlags: [] });
    const password = passwordIn(await mailbox.letter(email, /Добро пожаловать/));
    return { name, email, password, doctorID };
  }

  /** Creates a client and replaces the password of the welcome letter by that of `person`. */
  async createClient(person: Person, mailbox: Mailbox): Promise<Person & { doctorID: number }> {
    const invited = await this.inviteClient(person, mailbox);
    const { password } = person;
    const ownAPI = await AssistantAPI.signIn(this.#address, invited);
    await ownAPI.#call(choosePassword, undefined, { password, repeat_password: password });
    return { ...invited, password };
  }

  /** Replaces the feature flags of a client's account. */
  async setFeatures(
    { doctorID, name }: Person & { doctorID: number },
    featureFlags: BodyOf<typeof updateDoctor>['featureFlags'],
  ): Promise<void> {
    await this.#call(updateDoctor, { doctorID }, { name, featureFlags });
  }

  /** Replaces the banner by this HTML without a picture; an empty text removes it. */
  async setBanner(text: string): Promise<void> {
    await this.#call(updateBanner, undefined, { text, image: null });
  }

  async sendMessage({ doctorID }: { doctorID: number }, text: string): Promise<void> {
    await this.#call(sendMessage, { dialogID: doctorID }, { text });
  }

  async createPatient(doctorID: number, name: string, birthday = '1987-03-14'): Promise<Patient> {
    const body = { name, sex: 'female' as const, birthday, phone: '+79991234567' };
    const { patientID } = await this.#call(createPatient, { doctorID }, body);
    return { doctorID, patientID, name };
  }

  async createStudy(
    { patientID }: Patient,
    studyType: 'rg' | 'cbct' = 'cbct',
    comment = '',
  ): Promise<number> {
    return (await this.#call(createStudy, { patientID }, { studyType, comment })).studyID;
  }

  /** How many studies the list of reports has. */
  async countReports(state: 'waiting' | 'signed'): Promise<number> {
    const url = `${listReports.url}?state=${state}` as typeof listReports.url;
    return (await this.#call({ ...listReports, url }, undefined)).totalCount;
  }

  async deleteStudy(studyID: number): Promise<void> {
    await this.#call(deleteStudy, { studyID });
  }

  /** Starts an upload with the files of a folder without completing it. */
  async uploadFiles(studyID: number, folder: string): Promise<{ uploadUUID: string; names: string[] }> {
    const { uploadUUID } = await this.#call(startUpload, { studyID });
    const names = readdirSync(folder).sort();
    for (const filename of names) {
      const bytes = readFileSync(join(folder, filename));
      const file = { filename, filesize: bytes.length };
      const { presignedURL } = await this.#call(registerFile, { uploadUUID }, file);
      const reply = await fetch(presignedURL, { method: 'PUT', body: bytes });
      if (!reply.ok) throw new Error(`${filename} was refused: ${reply.status}`);
    }
    return { uploadUUID, names };
  }

  /** The names of the files of an unfinished upload that are in the store. */
  async listUploadedFiles(studyID: number): Promise<string[]> {
    const { files } = await this.#call(startUpload, { studyID });
    return files.filter(({ uploaded }) => uploaded).map(({ filename }) => filename);
  }

  async completeUpload(uploadUUID: string, finalFiles: string[]): Promise<void> {
    await this.#call(completeUpload, { uploadUUID }, { finalFiles });
  }

  /** Creates a study, uploads the files of a folder and waits until they are processed. */
  async createDoneStudy(
    patient: Patient,
    studyType: 'rg' | 'cbct',
    folder: string,
    comment = '',
  ): Promise<number> {
    const studyID = await this.createStudy(patient, studyType, comment);
    await this.publishStudy(studyID, folder);
    return studyID;
  }

  /** Uploads the files of a folder to a study and waits until they are processed. */
  async publishStudy(studyID: number, folder: string): Promise<void> {
    const { uploadUUID, names } = await this.uploadFiles(studyID, folder);
    await this.completeUpload(uploadUUID, names);
    await expect
      .poll(async () => (await this.findStudyStatus(studyID)).status, { timeout: 90_000 })
      .toBe('done');
  }

  /**
   * Books a patient into the first free slot of the first centre within seven days, beginning with `from`; returns the
   * day.
   */
  async bookByPhone(doctorID: number, patientName: string, from: string): Promise<string> {
    const { locations } = await this.#call(listLocations, undefined);
    const locationID = locations[0]?.locationID ?? 0;
    const path = listScheduleDays.url.replace(':locationID', String(locationID));
    const { days } = await this.#call(
      { ...listScheduleDays, url: `${path}?from=${from}&count=7` },
      undefined,
    );
    const free = days.flatMap(({ date, slots }) => slots.map((slot) => ({ date, ...slot })));
    const { date, slotUUID } = free.find((slot) => slot.free > 0) ?? { date: '', slotUUID: '' };
    const body = {
      patientName,
      patientPhone: '+79991234567',
      studyComment: 'Планируется имплантация 3.6, 3.7',
      doctorID,
    };
    await this.#call(bookByPhone, { locationID, date, slotUUID }, body);
    return date;
  }

  /** The only price of the portal's first location. */
  async setPrice(examination: string, rubles: number): Promise<void> {
    const { examinations } = await this.#call(listExaminations, undefined);
    const chosen = examinations.find(({ name }) => name === examination);
    const { locations } = await this.#call(listLocations, undefined);
    const [location] = locations;
    if (!chosen || !location) throw new Error(`no examination ${examination}, or no location`);
    const prices = [{ name: examination, rubles, examinationID: chosen.examinationID }];
    await this.#call(updateLocation, { locationID: location.locationID }, { ...location, prices });
  }

  /** The grant of an upload program. */
  async findGrant(userCode: string) {
    return this.#call(getProgramGrant, { userCode });
  }

  async decideGrant(userCode: string, decision: 'accept' | 'decline' | 'revoke'): Promise<void> {
    const endpoint = {
      accept: acceptProgramGrant,
      decline: declineProgramGrant,
      revoke: revokeProgramGrant,
    }[decision];
    // confirmed again, because the session may be older than ten minutes
    await this.#call(confirmSession, undefined, { method: 'password', password: this.#password });
    await this.#call(endpoint, { userCode });
  }

  async requestErasure({ patientID, name }: Patient): Promise<void> {
    await this.#call(requestErasure, undefined, { patientID, name, reason: 'Заявление пациента' });
  }

  async listPatients(doctorID: number) {
    return (await this.#call(listDoctorPatients, { doctorID })).patients;
  }

  /** A patient's studies, newest first. */
  async listStudies(patientID: number) {
    return (await this.#call(listPatientStudies, { patientID })).studies;
  }

  /** Downloads the ZIP of a study into a file; returns its path. */
  async downloadStudy(studyID: number, into: string): Promise<string> {
    const { presignedURL } = await this.#call(downloadStudy, { studyID });
    const reply = await fetch(presignedURL);
    writeFileSync(into, Buffer.from(await reply.arrayBuffer()));
    return into;
  }

  async findStudyStatus(studyID: number) {
    const { status, upload } = await this.#call(getStudy, { studyID });
    return { status, upload };
  }
}
