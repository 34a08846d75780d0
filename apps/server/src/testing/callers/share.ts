import { createExternalShare, getExternalShareLink } from '@snimok/contract/viewing/external-shares';
import type { TestClient } from '../requests-and-waiting/client.ts';
import { responseOf } from '../requests-and-waiting/contract.ts';

/** Creates an external share, by default of the centre. Returns it with its path in the API and the token from its link. */
export const shareStudy = async (
  sender: TestClient,
  studyID: number,
  options: { email?: string; flags?: string[]; showMarks?: boolean; pin?: string; days?: number } = {},
  area: 'assistant' | 'doctor' = 'assistant',
) => {
  const path = `/${area}/studies/${studyID}/external-shares`;
  const share = responseOf(
    createExternalShare,
    await sender.post(path, { email: 'kollega@clinic.test', ...options }),
  );
  const { shareURL } = responseOf(getExternalShareLink, await sender.get(`${path}/${share.shareUUID}/link`));
  return { ...share, path: `${path}/${share.shareUUID}`, shareURL, token: new URL(shareURL).hash.slice(1) };
};

/** The headers that the external page sends with every request. */
export const shareHeaders = (token: string, pin?: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  ...(pin !== undefined && { 'x-share-pin': pin }),
});
