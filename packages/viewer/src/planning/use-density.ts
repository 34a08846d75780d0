import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Annotation } from '../annotations/annotation.ts';
import { rodsOf } from '../annotations/annotation-body.ts';
import type { VolumeRequests } from '../volume/worker/messages.ts';
import { fromPatient } from '../volume/voxels/placement.ts';
import type { VolumeClient } from '../volume/worker/volume-client.ts';

/** A multiple of 3, because thirds are shown, too. */
const DENSITY_PARTS = 24;

export type Density = VolumeRequests['rod']['response'];

/** Asks the volume for the values in an implant. */
export function requestDensity(
  volumeClient: VolumeClient,
  implant: Annotation,
  onResponse: (density: Density) => void,
): void {
  const points = implant.points.map((point) => fromPatient(volumeClient.placement, point));
  const [rod] = rodsOf(implant, points);
  if (rod) volumeClient.request(`rod ${implant.markID}`, 'rod', { rod, parts: DENSITY_PARTS }, onResponse);
}

/** The values in an implant, measured again when it is changed and when more of the volume has arrived. */
export function useDensity(volumeClient: VolumeClient, implant: Annotation): Density | undefined {
  const [density, setDensity] = useState<Density>();
  const version = useSyncExternalStore(volumeClient.subscribe, () => volumeClient.version);
  useEffect(() => {
    if (version > 0) requestDensity(volumeClient, implant, setDensity);
  }, [volumeClient, implant, version]);
  return density;
}
