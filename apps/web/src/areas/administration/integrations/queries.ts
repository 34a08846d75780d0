import {
  type ApiToken,
  createApiToken,
  listApiTokens,
  revokeApiToken,
} from '@snimok/contract/people/api-tokens';
import type { BodyOf } from '@snimok/contract/platform/endpoint';
import {
  createWebhook,
  deleteWebhook,
  listWebhookMessages,
  listWebhooks,
  pauseWebhook,
  repeatWebhookMessage,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type Webhook,
  type WebhookMessage,
} from '@snimok/contract/platform/webhooks';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../shared/calls/call.ts';
import { fromOffset } from '../../../shared/lists/paging.tsx';
import { useRefresh } from '../../../shared/calls/use-refresh.ts';

export type Token = z.output<typeof ApiToken>;
export type Hook = z.output<typeof Webhook>;
export type Message = z.output<typeof WebhookMessage>;
export type HookFacts = BodyOf<typeof createWebhook>;

const POLL_MS = 2_000;

export const tokensQuery = (offset: number) =>
  queryOptions({
    queryKey: ['integrations', 'tokens', offset],
    queryFn: () => call(listApiTokens, { query: fromOffset(offset) }),
  });

export const webhooksQuery = queryOptions({
  queryKey: ['integrations', 'webhooks'],
  queryFn: () => call(listWebhooks, {}),
});

/** Polled while the log is open: there is no event for an attempt. */
export const messagesQuery = (webhookID: number, offset: number) =>
  queryOptions({
    queryKey: ['integrations', 'messages', webhookID, offset],
    queryFn: () => call(listWebhookMessages, { params: { webhookID }, query: fromOffset(offset) }),
    refetchInterval: POLL_MS,
  });

const useIntegrationMutation = <Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) =>
  useMutation({ mutationFn, onSettled: useRefresh(['integrations']) });

export const useCreateToken = () =>
  useIntegrationMutation((body: BodyOf<typeof createApiToken>) => call(createApiToken, { body }));

export const useRevokeToken = () =>
  useIntegrationMutation(({ tokenID }: Token) => call(revokeApiToken, { params: { tokenID } }));

export const useCreateWebhook = () =>
  useIntegrationMutation((body: HookFacts) => call(createWebhook, { body }));

export const useUpdateWebhook = (webhookID: number) =>
  useIntegrationMutation((body: HookFacts) => call(updateWebhook, { params: { webhookID }, body }));

export const useRotateSecret = (webhookID: number) =>
  useIntegrationMutation(() => call(rotateWebhookSecret, { params: { webhookID } }));

export const useDeleteWebhook = () =>
  useIntegrationMutation(({ webhookID }: Hook) => call(deleteWebhook, { params: { webhookID } }));

export const usePauseWebhook = () =>
  useIntegrationMutation(({ webhookID, paused }: { webhookID: number; paused: boolean }) =>
    call(pauseWebhook, { params: { webhookID }, body: { paused } }),
  );

export const useTestWebhook = (webhookID: number) =>
  useIntegrationMutation(() => call(testWebhook, { params: { webhookID } }));

export const useRepeatMessage = (webhookID: number) =>
  useIntegrationMutation((messageUUID: string) =>
    call(repeatWebhookMessage, { params: { webhookID, messageUUID } }),
  );
