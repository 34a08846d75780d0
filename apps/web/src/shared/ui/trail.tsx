import { Anchor, Breadcrumbs, Text } from '@mantine/core';
import { Link } from 'react-router';

export interface Step {
  label: string;
  to?: string;
}

/** Breadcrumbs; the last step is where one is, and leads nowhere. */
export function Trail({ steps }: { steps: Step[] }) {
  return (
    <nav aria-label="Вы здесь">
      <Breadcrumbs
        mb="xs"
        separatorMargin="xs"
        style={{ flexWrap: 'wrap', rowGap: 4 }}
        styles={{ breadcrumb: { whiteSpace: 'normal', overflowWrap: 'anywhere', minWidth: 0 } }}
      >
        {steps.map(({ label, to }) =>
          to ? (
            <Anchor key={label} component={Link} to={to} size="sm">
              {label}
            </Anchor>
          ) : (
            <Text key={label} size="sm" c="dimmed" aria-current="page">
              {label}
            </Text>
          ),
        )}
      </Breadcrumbs>
    </nav>
  );
}
