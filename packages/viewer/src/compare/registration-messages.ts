import type { Densities } from '@snimok/imaging/registration/densities';
import type { Registration } from '@snimok/imaging/registration/register-volumes';
import type { Rigid } from '@snimok/imaging/registration/rigid';
import type { Region } from '@snimok/imaging/registration/samples';

/** A message from the page to the registration worker. */
export interface ToRegistration {
  fixed: Densities;
  moving: Densities;
  start: Rigid | undefined;
  region: Region | undefined;
}

/** A message from the registration worker to the page. */
export type FromRegistration =
  { type: 'progress'; done: number } | { type: 'found'; registration: Registration };
