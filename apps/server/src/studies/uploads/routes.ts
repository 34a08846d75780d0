import { registerBundles } from '@snimok/contract/studies/bundles';
import {
  cancelUpload as cancelUploadEndpoint,
  completeUpload,
  getUpload,
  joinParts as joinPartsEndpoint,
  partURLs,
  registerFile,
  registerFiles,
  releaseUpload as releaseUploadEndpoint,
  startUpload,
  type UploadStatus,
} from '@snimok/contract/studies/uploads';
import { listRepeats } from '@snimok/contract/studies/repeats';
import { confirmUploadPatient } from '@snimok/contract/studies/patient-confirmation';
import type { z } from 'zod';
import { accountOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { originOf, type Routes } from '../../platform/http/server.ts';
import { heldOf, waitOf } from '../studies/present.ts';
import { isSamePatient } from '../studies/study-rows/patient-in-files.ts';
import { findStudy } from '../studies/study-rows/queries.ts';
import { cancelUpload } from './cancel-upload.ts';
import { confirmPatientOfUpload, readConfirmation } from './identity-checks/confirmed-patient.ts';
import { presignParts, joinParts } from './sending/parts.ts';
import { uploadPictureRoutes } from './picture-routes.ts';
import { idOfContent, idOfInstance } from './identity-checks/image-ids.ts';
import { readPreview } from './upload-rows/preview-queries.ts';
import { findUpload, type UploadRow } from './upload-rows/queries.ts';
import { registerBundles as registerBundlesOf } from './sending/register-bundles.ts';
import { registerFiles as registerFilesOf } from './sending/register-files.ts';
import { listVisibleRepeats } from './identity-checks/repeats.ts';
import { releaseUpload } from './identity-checks/release-upload.ts';
import { findSender } from './sending/sender.ts';
import * as uploads from './sending/uploads.ts';

export const uploadRoutes = (app: Routes, context: Context): void => {
  stateRoutes(app, context);
  fileRoutes(app, context);
  repeatRoutes(app, context);
  uploadPictureRoutes(app, context);
};

/** Opening, following, completing and cancelling an upload. */
const stateRoutes = (app: Routes, context: Context): void => {
  const { db } = context;

  app.route({
    ...startUpload,
    handler: async ({ actor, params }) => {
      authorize(actor, 'study.upload');
      const study = await findStudy(db, actor, params.studyID);
      const upload = await uploads.startUpload(context, study, accountOf(actor));
      return { ...present(upload), files: await uploads.listSentFiles(context, upload.uuid) };
    },
  });

  app.route({
    ...getUpload,
    handler: async ({ actor, params, query }) => {
      const upload = await findUpload(db, actor, params.uploadUUID);
      const sender = query.sender && (await findSender(context, actor, upload));
      return { ...present(upload), ...(sender && { sender }) };
    },
  });

  app.route({
    ...confirmUploadPatient,
    handler: async (request, reply) => {
      const { actor, params, body } = request;
      authorize(actor, 'study.edit');
      const { uuid } = await findUpload(db, actor, params.uploadUUID);
      await confirmPatientOfUpload(context, actor, initiatorOf(request), uuid, body);
      return reply.code(204).send();
    },
  });

  app.route({
    ...completeUpload,
    handler: async (request) => {
      const { actor, params, body } = request;
      authorize(actor, 'study.upload');
      const { uuid } = await findUpload(db, actor, params.uploadUUID);
      return present(await uploads.completeUpload(context, initiatorOf(request), uuid, body));
    },
  });

  app.route({
    ...releaseUploadEndpoint,
    handler: async (request) => {
      const { actor, params, body } = request;
      authorize(actor, 'study.edit');
      const { uuid } = await findUpload(db, actor, params.uploadUUID);
      const decision = { reason: body.reason ?? '', publishRepeated: body.repeated === 'publish' };
      await releaseUpload(context, actor, initiatorOf(request), uuid, decision);
      return present(await findUpload(db, actor, uuid));
    },
  });

  app.route({
    ...cancelUploadEndpoint,
    handler: async (request, reply) => {
      const { actor, params } = request;
      authorize(actor, 'study.upload');
      const { uuid } = await findUpload(db, actor, params.uploadUUID);
      await cancelUpload(context, initiatorOf(request), uuid);
      return reply.code(204).send();
    },
  });
};

/** Whether images were uploaded before. */
const repeatRoutes = (app: Routes, { db }: Context): void => {
  app.route({
    ...listRepeats,
    handler: async ({ actor, body }) => {
      authorize(actor, 'study.upload');
      const { instances, sha256, exceptStudyID } = body;
      const areDicom = instances.length > 0;
      const ids = areDicom
        ? instances.map(({ studyUID, instanceUID }) => idOfInstance(studyUID, instanceUID))
        : sha256.map(idOfContent);
      const images = { ids: [...new Set(ids)], areDicom };
      return { repeats: await listVisibleRepeats(db, actor, images, exceptStudyID ?? null) };
    },
  });
};

/** Registering files and sending them. */
const fileRoutes = (app: Routes, context: Context): void => {
  const { db } = context;

  app.route({
    ...registerFile,
    handler: async (request) => {
      const { actor, params, body } = request;
      authorize(actor, 'study.upload');
      const { uuid } = await findUpload(db, actor, params.uploadUUID);
      const [file] = await registerFilesOf(context, actor, uuid, [body], originOf(request));
      await uploads.markActive(context, actor, uuid);
      return { presignedURL: file?.presignedURL ?? '', parts: file?.parts };
    },
  });

  app.route({
    ...registerFiles,
    handler: async (request) => {
      const { actor, params, body } = request;
      authorize(actor, 'study.upload');
      const { uuid } = await findUpload(db, actor, params.uploadUUID);
      const files = await registerFilesOf(context, actor, uuid, body.files, originOf(request));
      await uploads.markActive(context, actor, uuid);
      return { files };
    },
  });

  app.route({
    ...partURLs,
    handler: async (request) => {
      const { actor, params, body } = request;
      authorize(actor, 'study.upload');
      const upload = await findUpload(db, actor, params.uploadUUID);
      const parts = await presignParts(context, actor, upload, body, originOf(request));
      await uploads.markActive(context, actor, upload.uuid);
      return { parts };
    },
  });

  app.route({
    ...joinPartsEndpoint,
    handler: async ({ actor, params, body }) => {
      authorize(actor, 'study.upload');
      return joinParts(context, await findUpload(db, actor, params.uploadUUID), body);
    },
  });

  app.route({
    ...registerBundles,
    handler: async (request) => {
      const { actor, params, body } = request;
      authorize(actor, 'study.upload');
      const { uuid } = await findUpload(db, actor, params.uploadUUID);
      const bundles = await registerBundlesOf(context, actor, uuid, body.bundles, originOf(request));
      await uploads.markActive(context, actor, uuid);
      return { bundles };
    },
  });
};

const present = (upload: UploadRow) => ({
  uploadUUID: upload.uuid,
  status: upload.status as z.infer<typeof UploadStatus>,
  error: upload.error,
  progress: upload.progress,
  ...waitOf(upload.waitsFor),
  ...heldOf(upload.held),
  ...presentPreview(upload),
});

const presentPreview = (upload: UploadRow) => {
  const preview = readPreview(upload.preview);
  if (!preview) return {};
  const { picture, ...facts } = preview;
  const url = `/api/1/assistant/uploads/${upload.uuid}/picture`;
  const confirmation = readConfirmation(upload);
  const isConfirmed = confirmation !== null && isSamePatient(confirmation.inFiles, preview.patientInFiles);
  return {
    preview: {
      ...facts,
      ...(isConfirmed && { patientConfirmedBy: confirmation.byName }),
      ...(picture && { picture: { url, ...picture } }),
    },
  };
};
