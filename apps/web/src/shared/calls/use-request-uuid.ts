import { useRef } from 'react';
import { newUUID } from './uuid.ts';

/**
 * Returns the id of a request with this body. A request whose response was lost is repeated with the same id, so that
 * the server executes it once. A request with another body gets another id.
 */
export function useRequestUUID(): (body: object) => string {
  const last = useRef({ text: '', uuid: '' });
  return (body) => {
    const text = JSON.stringify(body);
    if (text !== last.current.text) last.current = { text, uuid: newUUID() };
    return last.current.uuid;
  };
}
