/** Why a message could not be sent, a sentence for the log of deliveries. */
export class WebhookRefusal extends Error {
  override name = 'WebhookRefusal';
}
