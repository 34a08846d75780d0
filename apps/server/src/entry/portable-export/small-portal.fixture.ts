import { radiograph, volume } from '../../testing/scans/dicom.ts';
import { sendStudy } from '../../testing/scans/sending.ts';
import { startServer } from '../../testing/portal/server.ts';

/** A portal with one patient and two processed studies: a volume of three slices and a radiograph. */
export const startSmallPortal = async (settings: Record<string, string> = {}) => {
  const server = await startServer(settings);
  const { make, as } = server;
  const owner = await make.doctor({ name: 'Клиника', flags: ['remote-viewer'] });
  const patient = await make.patient({ doctor: owner, name: 'Белова Вера' });
  const assistant = await as(await make.assistant());
  await server.work('process-upload');
  const { studyID } = await make.study({ patient, type: 'cbct' });
  await sendStudy(assistant, studyID, volume(3));
  const { studyID: flatID } = await make.study({ patient, type: 'rg' });
  await sendStudy(assistant, flatID, [radiograph()]);
  return { server, assistant, owner, patient, studyID, flatID };
};
