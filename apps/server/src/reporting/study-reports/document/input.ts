/** What a sealed report says. All texts are as people have written them; the document cleans them for the page. */
export interface SealedReportInput {
  /** as `findIdentity` returns it; every text may be empty */
  centre: {
    name: string;
    legalName: string;
    address: string;
    phones: string[];
    hours: string;
    licence: string;
    website: string;
    logo: ReportImage | null;
  };
  /** the number of the report, equal for all its versions */
  reportID: number;
  /** counted from 1 */
  version: number;
  /** the version that this one corrects; null for the first */
  replaces: { version: number; signedAt: Date; reason: string } | null;
  patient: { name: string; birthDate: string | null; sex: string };
  study: {
    id: number;
    /** the day on which the study was created, YYYY-MM-DD */
    date: string;
    /** when the images were taken, on the clock of the machine; null if that is unknown */
    examined: { day: string; time: string | null } | null;
    /** the label that people read */
    type: string;
  };
  /** `post` is the position, and may be empty */
  author: { name: string; post: string };
  signedAt: Date;
  /** the question of the doctor who requested the report; empty without one */
  question: string;
  sections: { title: string; text: string }[];
  /** teeth in the numbering of FDI (ISO 3950), such as 36; empty for a finding of the whole jaw */
  findings: {
    teeth: string[];
    text: string;
    /** the model that proposed the finding, and the person who accepted it */
    model?: { name: string; version: string; acceptedByName: string } | undefined;
  }[];
  measurements: { label: string; value: string }[];
  pictures: (ReportImage & { caption: string })[];
  conclusion: string;
}

/** JPEG (grey or RGB) or PNG; its format is read from the bytes. */
export interface ReportImage {
  bytes: Uint8Array;
  type: string;
}
