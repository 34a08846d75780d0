import { Alert, Button, Group, Paper, Stack, Title } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './page-form.module.css';
import { PendingNotice } from './pending-notice.tsx';

/** The class of a form that fills a page. */
export const PAGE_FORM = classes.form;

/** A part of such a form, with its title beside its fields, or above them on a narrow screen. */
export const FormSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <Paper component="section" className={classes.section}>
    <Title order={2} size="h3" className={classes.title}>
      {title}
    </Title>
    <Stack gap="md" className={classes.fields}>
      {children}
    </Stack>
  </Paper>
);

interface FormEndProps {
  form: {
    pending: boolean;
    waits: boolean;
    problem: string | undefined;
    isEmpty: boolean;
    clear: () => void;
  };
  submitLabel: string;
}

/**
 * The result of sending such a form, and its buttons. The button that discards the input comes next in the tab
 * order.
 */
export const FormEnd = ({ form: { pending, waits, problem, isEmpty, clear }, submitLabel }: FormEndProps) => (
  <>
    {pending && <PendingNotice waits={waits} />}
    {problem && (
      <Alert color="red" icon={<IconAlertCircle />}>
        {problem}
      </Alert>
    )}
    <Group justify="space-between" style={{ flexDirection: 'row-reverse' }}>
      <Button type="submit" size="md" loading={pending}>
        {submitLabel}
      </Button>
      {!isEmpty && (
        <Button variant="subtle" color="gray" disabled={pending} onClick={clear}>
          Очистить форму
        </Button>
      )}
    </Group>
  </>
);
