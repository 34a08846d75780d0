import { z } from 'zod';
import { Id, MessageText, NoContent } from '../values/fields.ts';

export const protestPanorama = {
  method: 'POST',
  url: '/assistant/studies/:studyID/pano/dislike',
  access: { assistant: 'studies' },
  schema: {
    summary: 'Report what is wrong with a study’s picture',
    params: z.object({ studyID: Id }),
    body: z.object({ reason: MessageText }),
    response: { 204: NoContent },
  },
} as const;
