/**
 * How to send a text message to an HTTP gateway. URL, headers and body have placeholders (`text-gateway-request.ts`).
 */
export interface TextGateway {
  url: string;
  method: 'GET' | 'POST' | 'PUT';
  headers: Record<string, string>;
  /** JSON if it begins with a bracket, otherwise a form; null: no body */
  body: string | null;
  /** What the answer contains if the message was accepted; null: the status suffices. */
  accept: RegExp | null;
}

export interface TextMessage {
  /** The same in every attempt for one message. */
  id: string;
  /** The same in every attempt, too; for gateways whose ids are numbers. */
  number: number;
  /** E.164 */
  to: string;
  text: string;
}
