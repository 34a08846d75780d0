import { Group, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { focusInPageIfLost } from './focus-in-page.ts';
import { PartBoundary } from '../failures/boundary.tsx';
import classes from './page.module.css';
import { useTitle } from './title.ts';

interface PageProps {
  /** heading and document title in one */
  title: string;
  /** breadcrumbs above the heading */
  trail?: ReactNode;
  /** buttons beside the heading */
  actions?: ReactNode;
  /** a line of facts below the heading */
  facts?: ReactNode;
  children?: ReactNode;
}

/** A page whose heading and buttons stay when its content fails. */
export function Page({ title, trail, actions, facts, children }: PageProps) {
  useTitle(title);
  return (
    <>
      {trail}
      <Group justify="space-between" align="flex-start" gap="sm" className={classes.head}>
        <div>
          <Heading>{title}</Heading>
          {facts}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      <PartBoundary>{children}</PartBoundary>
    </>
  );
}

/**
 * Takes the focus when the clicked link is no longer in the document, so that a screen reader continues here.
 */
function Heading({ children }: { children: string }) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => focusInPageIfLost(ref.current), []);
  return (
    <Title order={1} ref={ref} tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </Title>
  );
}
