import { API_EXAMPLES, commandOf } from '@snimok/contract/platform/api-examples';
import { messageOf, WEBHOOK_DATA } from '@snimok/contract/platform/webhook-messages';
import { WEBHOOK_HEADERS } from '@snimok/contract/platform/webhooks';
import { z } from 'zod';

const headers = Object.values(WEBHOOK_HEADERS).map((name) => ({
  name,
  in: 'header' as const,
  required: true,
  schema: { type: 'string' as const },
}));

/** The messages that the portal sends, as `webhooks` of OpenAPI 3.1. */
export const webhooks = Object.fromEntries(
  Object.entries(WEBHOOK_DATA).map(([event, { summary }]) => [
    event,
    {
      post: {
        summary,
        tags: ['webhooks'],
        parameters: headers,
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: z.toJSONSchema(messageOf(event as keyof typeof WEBHOOK_DATA)) },
          },
        },
        responses: {
          '2XX': { description: 'Accepted. Any other answer is tried again for about forty hours' },
        },
      },
    },
  ]),
);

/** The description of an endpoint with an example for callers with a token; undefined without one. */
export const exampleText = (method: string, path: string): string | undefined => {
  const example = API_EXAMPLES[`${method} ${path}`];
  return example && `With a token of the scope ${example.scope}:\n\n\`\`\`sh\n${commandOf(example)}\n\`\`\``;
};
