import { Anchor } from '@mantine/core';
import type { MouseEvent } from 'react';
import { goTo } from '../../../shared/navigation/path.ts';

/** A link between the signed-out pages, which work without the router. */
export function PathLink({ to, children }: { to: string; children: string }) {
  const go = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    goTo(to);
  };
  return (
    <Anchor href={to} onClick={go} style={{ alignSelf: 'start', paddingBlock: 10 }}>
      {children}
    </Anchor>
  );
}
