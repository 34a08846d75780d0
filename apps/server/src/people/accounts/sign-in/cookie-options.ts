import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';

export const cookieOptions = ({ config }: Context, request: FastifyRequest) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: request.protocol === 'https' || config.publicURL.startsWith('https:'),
});
