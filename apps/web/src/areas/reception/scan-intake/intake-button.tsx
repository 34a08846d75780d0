import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { INTAKE } from './paths.ts';

/** Shown on a phone only, where the menu with the same button is hidden behind the burger. */
export const IntakeButton = ({ variant = 'filled' }: { variant?: 'filled' | 'default' }) => (
  <Button
    component={Link}
    to={INTAKE}
    hiddenFrom="sm"
    variant={variant}
    leftSection={<IconUpload size={18} stroke={1.6} />}
  >
    Загрузить снимки
  </Button>
);
