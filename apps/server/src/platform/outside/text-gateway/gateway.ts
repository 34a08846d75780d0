/** How an HTTP gateway takes a text message; texts with placeholders (`fill.ts`). */
export interface TextGateway {
  url: string;
  method: 'GET' | 'POST' | 'PUT';
  headers: Record<string, string>;
  /** JSON if it begins with a bracket, otherwise a form; null for none */
  body: string | null;
  /** What the answer contains if the message was accepted; null: the status suffices. */
  accept: RegExp | null;
}

export interface TextMessage {
  /** The same in every attempt. */
  id: string;
  /** Also the same, for gateways whose ids are numbers. */
  number: number;
  /** E.164 */
  to: string;
  text: string;
}
