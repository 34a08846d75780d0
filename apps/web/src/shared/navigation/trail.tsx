import { Anchor, Breadcrumbs, Text } from '@mantine/core';
import { Link } from 'react-router';

interface Step {
  label: string;
  to?: string;
}

/** Inline layout, so that a long name wraps on a phone. */
const INLINE = {
  display: 'inline',
  lineHeight: 'inherit',
  whiteSpace: 'normal',
} as const;

/** Breadcrumbs; the last step is the current page and has no link. */
export function Trail({ steps }: { steps: Step[] }) {
  return (
    <nav aria-label="Вы здесь">
      <Breadcrumbs
        mb="xs"
        separatorMargin="xs"
        styles={{ root: { display: 'block' }, breadcrumb: INLINE, separator: INLINE }}
      >
        {steps.map(({ label, to }) =>
          to ? (
            <Anchor key={label} component={Link} to={to} size="sm">
              {label}
            </Anchor>
          ) : (
            <Text key={label} span size="sm" c="dimmed" aria-current="page">
              {label}
            </Text>
          ),
        )}
      </Breadcrumbs>
    </nav>
  );
}
