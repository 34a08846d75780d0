/** The name of a webhook's row, to which its encrypted secrets are bound. */
export const sealedFor = (webhookID: number): string => `webhook:${webhookID}`;
