import { type Access, anyone } from '@snimok/contract/people/access';
import { ErrorResponse } from '@snimok/contract/values/fields';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { SESSION_COOKIE } from './cookie.ts';
import { exampleText, webhooks } from './openapi-webhooks.ts';

const describeSchemas = createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } });

const failure = {
  description: 'A refusal: a Russian sentence for people, or an OAuth code on /auth/token',
  ...z.toJSONSchema(ErrorResponse),
};

type Document = Parameters<typeof describeSchemas>[0];

/** Adds what all endpoints have in common: the area as tag, the authentication, and the error response. */
const transform = (document: Document) => {
  const { schema, url } = describeSchemas(document);
  const method = String(document.route.method);
  const path = url.replace(/^\/api\/1/, '');
  // health, metrics and signed URLs are not part of the API
  if (path === url) return { schema: { ...schema, hide: true }, url };
  const { access = {} } = document.route as { access?: Access };
  const written = document.url.replace(/^\/api\/1/, '');
  const key = path.startsWith('/external/') ? 'share' : 'session';
  return {
    url,
    schema: {
      ...schema,
      tags: [path.split('/')[1] ?? ''],
      ...(exampleText(method, written) && { description: exampleText(method, written) }),
      ...(access.nobody
        ? {}
        : {
            security: [
              { [key]: [] },
              ...(access.desktop ? [{ desktop: [] }] : []),
              ...(access.token ? [{ token: [access.token] }] : []),
            ],
          }),
      response: { ...(schema?.response as object), default: failure },
    },
  };
};

/** The OpenAPI document, derived from the endpoints of `packages/contract`. */
export const openapi = {
  openapi: {
    openapi: '3.1.0' as const,
    info: { title: 'Снимок', version: '1', description: 'The portal of a dental imaging centre' },
    servers: [{ url: '/' }],
    webhooks: webhooks as never,
    components: {
      securitySchemes: {
        session: { type: 'apiKey' as const, in: 'cookie' as const, name: SESSION_COOKIE },
        desktop: {
          type: 'http' as const,
          scheme: 'bearer',
          description: 'The token of the desktop application, scope upload-studies',
        },
        token: {
          type: 'http' as const,
          scheme: 'bearer',
          description:
            'A token of the API, which an administrator creates on the page «Интеграции»; see docs/integrations.md',
        },
        share: { type: 'http' as const, scheme: 'bearer', description: 'The secret of an external link' },
      },
    },
  },
  transform: transform as never,
};

/** The endpoint of the document. The document does not describe it. */
export const getOpenAPI = {
  method: 'GET',
  url: '/openapi.json',
  access: { ...anyone, token: 'everyone', desktop: true },
  schema: { hide: true },
} as const;
