import type { Readable } from 'node:stream';

/** What a source says of one study before any of its files is read. Texts are decoded; absent values are null. */
export interface SourceStudy {
  /** identifies the study within its source, also in a later run of the program */
  key: string;
  studyInstanceUID: string | null;
  patientName: string | null;
  patientID: string | null;
  /** YYYYMMDD as in the source; not checked */
  birthDate: string | null;
  sex: string | null;
  studyDate: string | null;
  studyTime: string | null;
  accessionNumber: string | null;
  referringPhysician: string | null;
  description: string | null;
  modalities: string[];
  /** null if the source does not say it without reading the files */
  instanceCount: number | null;
  sizeBytes: number | null;
}

/** One file of a study. */
export interface SourceInstance {
  /** identifies the file within its study, also in a later run */
  key: string;
  /** null for files that are not DICOM or whose source does not name it */
  sopInstanceUID: string | null;
  /** SHA-256 of the stored bytes, if the source states it without sending them */
  sha256: string | null;
  sizeBytes: number | null;
  /** the bytes of the file as a DICOM Part 10 file (or a plain image); every call reads from the beginning */
  open(signal: AbortSignal): Promise<Readable>;
}

/** What a source contains but does not give as a study: damaged files, foreign files, or studies that it does not list. */
export interface SourceProblem {
  /** path or UID, by which an operator finds it */
  where: string;
  reason: 'unreadable' | 'not-an-image' | 'encrypted' | 'unsupported' | 'limited';
}

export interface Source {
  /** Studies in a stable order. A study is given once, also when its files lie in several places. */
  studies(signal: AbortSignal): AsyncIterable<SourceStudy | SourceProblem>;
  instances(
    study: Pick<SourceStudy, 'key' | 'studyInstanceUID'>,
    signal: AbortSignal,
  ): AsyncIterable<SourceInstance>;
  close(): Promise<void>;
}

/** Settings of a source as a person enters them. Passwords are sealed in the database. */
export type SourceSettings =
  | { kind: 'orthanc'; url: string; user: string | null; password: string | null }
  | { kind: 'dicomweb'; url: string; token: string | null; user: string | null; password: string | null }
  | {
      kind: 'pacs';
      host: string;
      port: number;
      calledTitle: string;
      callingTitle: string;
      retrieve: 'get' | 'move';
      moveTitle: string | null;
      movePort: number | null;
    }
  | { kind: 'folder'; path: string }; // folders, ZIPs inside it, and discs with DICOMDIR
