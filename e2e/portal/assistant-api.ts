import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { choosePassword } from '@snimok/contract/auth';
import { updateBanner } from '@snimok/contract/banner';
import {
  acceptProgramGrant,
  declineProgramGrant,
  getProgramGrant,
  revokeProgramGrant,
} from '@snimok/contract/program-access';
import { createDoctor, updateDoctor } from '@snimok/contract/doctors';
import { sendMessage } from '@snimok/contract/messenger';
import { createPatient, listDoctorPatients } from '@snimok/contract/patients';
import type { ResponseOf, BodyOf, Endpoint, ParamsOf } from '@snimok/contract/endpoint';
import { createStudy, downloadStudy, getStudy, listPatientStudies } from '@snimok/contract/studies';
import { completeUpload, registerFile, startUpload } from '@snimok/contract/uploads';
import type { Mailbox } from './mailbox.ts';
import { passwordIn } from './mailbox.ts';
import type { Person } from './portal.ts';

export interface Patient {
  doctorID: number;
  patientID: number;
  name: string;
}

const basic = ({ email, password }: Person) =>
  `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;

/** The assistant at work without a browser (for one call, a client): sets the scene where a story is about something else. */
export class Office {
  readonly #address: string;
  readonly #cookie: string;

  private constructor(address: string, cookie: string) {
    this.#address = address;
    this.#cookie = cookie;
  }

  static async open(address: string, person: Person): Promise<Office> {
    const reply = await fetch(`${address}/api/1/auth/token`, {
      method: 'POST',
      headers: { authorization: basic(person), 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credentials' }),
    });
    if (!reply.ok) throw new Error(`${person.name} could not sign in: ${reply.status}`);
    return new Office(address, reply.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '');
  }

  async #call<P extends Endpoint>(
    promise: P,
    params: ParamsOf<P> | undefined,
    body?: BodyOf<P>,
  ): Promise<ResponseOf<P>> {
    const values = (params ?? {}) as Record<string, unknown>;
    const path = promise.url.replace(/:(\w+)/g, (_, name: string) => String(values[name]));
    const reply = await fetch(`${this.#address}/api/1${path}`, {
      method: promise.method,
      headers: { cookie: this.#cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${promise.method} ${path}: ${reply.status} ${await reply.text()}`);
    return (reply.status === 204 ? undefined : await reply.json()) as ResponseOf<P>;
  }

  /** A new client, whose letter has come. */
  async newcomer({ name, email }: Person, mailbox: Mailbox): Promise<Person & { doctorID: number }> {
    const { doctorID } = await this.#call(createDoctor, undefined, { name, email, featureFlags: [] });
    const password = passwordIn(await mailbox.letter(email, /Добро пожаловать/));
    return { name, email, password, doctorID };
  }

  /** A new client who has been here already: instead of the letter's password she has her own. */
  async client(person: Person, mailbox: Mailbox): Promise<Person & { doctorID: number }> {
    const newcomer = await this.newcomer(person, mailbox);
    const { password } = person;
    const herself = await Office.open(this.#address, newcomer);
    await herself.#call(choosePassword, undefined, { password, repeat_password: password });
    return { ...newcomer, password };
  }

  /** What a client's account includes from now on. */
  async allow(
    { doctorID, name }: Person & { doctorID: number },
    featureFlags: BodyOf<typeof updateDoctor>['featureFlags'],
  ): Promise<void> {
    await this.#call(updateDoctor, { doctorID }, { name, featureFlags });
  }

  /** Puts this HTML on the banner, without a picture; an empty one takes the banner down. */
  async banner(text: string): Promise<void> {
    await this.#call(updateBanner, undefined, { text, image: null });
  }

  /** Writes to a client in the messenger. */
  async write({ doctorID }: { doctorID: number }, text: string): Promise<void> {
    await this.#call(sendMessage, { dialogID: doctorID }, { text });
  }

  async patient(doctorID: number, name: string, birthday = '1987-03-14'): Promise<Patient> {
    const body = { name, sex: 'female' as const, birthday, phone: '+79991234567' };
    const { patientID } = await this.#call(createPatient, { doctorID }, body);
    return { doctorID, patientID, name };
  }

  async study({ patientID }: Patient, studyType: 'rg' | 'cbct' = 'cbct', comment = ''): Promise<number> {
    return (await this.#call(createStudy, { patientID }, { studyType, comment })).studyID;
  }

  /** Begins an upload with these files and leaves it at that. */
  async send(studyID: number, folder: string): Promise<{ uploadUUID: string; names: string[] }> {
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

  /** The names of the files of an unfinished upload that the server has. */
  async arrived(studyID: number): Promise<string[]> {
    const { files } = await this.#call(startUpload, { studyID });
    return files.filter(({ uploaded }) => uploaded).map(({ filename }) => filename);
  }

  async complete(uploadUUID: string, finalFiles: string[]): Promise<void> {
    await this.#call(completeUpload, { uploadUUID }, { finalFiles });
  }

  /** A study from its creation to the end of its processing. */
  async finishedStudy(
    patient: Patient,
    studyType: 'rg' | 'cbct',
    folder: string,
    comment = '',
  ): Promise<number> {
    const studyID = await this.study(patient, studyType, comment);
    const { uploadUUID, names } = await this.send(studyID, folder);
    await this.complete(uploadUUID, names);
    await expect.poll(async () => (await this.statusOf(studyID)).status, { timeout: 90_000 }).toBe('done');
    return studyID;
  }

  /** What the desktop application asks on her screen. */
  async grant(userCode: string) {
    return this.#call(getProgramGrant, { userCode });
  }

  async decide(userCode: string, decision: 'accept' | 'decline' | 'revoke'): Promise<void> {
    const promise = {
      accept: acceptProgramGrant,
      decline: declineProgramGrant,
      revoke: revokeProgramGrant,
    }[decision];
    await this.#call(promise, { userCode });
  }

  /** The cards of a client. */
  async patientsOf(doctorID: number) {
    return (await this.#call(listDoctorPatients, { doctorID })).patients;
  }

  /** A patient's studies, newest first. */
  async studiesOf(patientID: number) {
    return (await this.#call(listPatientStudies, { patientID })).studies;
  }

  /** The study as one downloads it. */
  async download(studyID: number, into: string): Promise<string> {
    const { presignedURL } = await this.#call(downloadStudy, { studyID });
    const reply = await fetch(presignedURL);
    writeFileSync(into, Buffer.from(await reply.arrayBuffer()));
    return into;
  }

  async statusOf(studyID: number) {
    const { status, upload } = await this.#call(getStudy, { studyID });
    return { status, upload };
  }
}
