import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { INTAKE } from './paths.ts';

export const IntakeButton = ({ variant = 'filled' }: { variant?: 'filled' | 'default' }) => (
  <Button component={Link} to={INTAKE} variant={variant} leftSection={<IconUpload size={18} stroke={1.6} />}>
    Загрузить снимки
  </Button>
);
