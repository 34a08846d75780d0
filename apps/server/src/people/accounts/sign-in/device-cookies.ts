import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { cookieOptions } from './cookie-options.ts';
import { cookiesToDelete, deviceCookie, type KnownDevice, readDevices } from './known-devices.ts';

export const devicesOf = ({ secrets, clock }: Context, { cookies }: FastifyRequest): KnownDevice[] =>
  readDevices(secrets.devices, cookies, clock.now());

/** Makes the browser a known device of an account. The cookie is sent with calls of `/auth/` only. */
export const setDeviceCookie = (
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  device: KnownDevice,
): void => {
  const options = { ...cookieOptions(context, request), path: '/api/1/auth', sameSite: 'strict' as const };
  const others = devicesOf(context, request).filter(({ accountID }) => accountID !== device.accountID);
  for (const name of cookiesToDelete(others)) reply.clearCookie(name, options);
  const { name, value } = deviceCookie(context.secrets.devices, device);
  reply.setCookie(name, value, { ...options, expires: device.expiresAt });
};
