/** For a person who opens the folder years later, without the portal. */
export const README = `This folder is a complete export of a portal «Снимок» for dental imaging centres.

IT CONTAINS ALL DATA OF ALL PATIENTS IN CLEAR: keep it on an encrypted disk, and give it to nobody by mistake.

patients/NAME_ID/DATE_TYPE_ID/   one folder for each study:
    DICOMDIR, DICOM/             the DICOM files as they were sent; each folder of a study can be written on a disc
    FILES/                       photographs and other files as they were sent
    reports/report-N.pdf         the signed reports (PDF/A-3, with their electronic seal)
    pictures/, segmentations/    pictures and surfaces that the portal made
messages/CLIENT_ID/              files that were sent in chats
data/TABLE.ndjson                one line of JSON for each patient, client, booking, referral, message and so on
data/TABLE.schema.json           JSON Schema of these lines: what they mean, what is left out and why
data/studyFiles.ndjson           which file belongs to which study
files.ndjson                     every file with its size and SHA-256
manifest.json                    when and by which version the export was made; tables that are not exported and why

Times are in UTC (ISO 8601). Passwords, links and other secrets are not exported.

    npm run export -- --check DIR    compares every file with its SHA-256
    npm run export -- --load DIR     loads the export into an empty portal
`;
