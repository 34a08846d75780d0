import { Button, type MantineSize } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { startDownload } from '../../../shared/calls/start-download.ts';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import classes from './download-button.module.css';

/** The button stays disabled for this long, so that a double click starts one download. */
const DISABLED_MS = 1500;

interface DownloadButtonProps {
  requestDownload: () => Promise<{ presignedURL: string }>;
  /** subtle: beside a main action; default: among equal actions */
  variant?: 'filled' | 'subtle' | 'default' | undefined;
  size?: MantineSize | undefined;
  disabled?: boolean;
  label?: string;
  /** for a place where the button may show its icon alone */
  title?: string | undefined;
}

/** Starts the download without leaving the page. */
export function DownloadButton({
  requestDownload,
  variant = 'filled',
  size,
  disabled = false,
  label = 'Скачать',
  title,
}: DownloadButtonProps) {
  const runSingle = useSingleFlight();
  const download = useMutation({
    mutationFn: async () => {
      const { presignedURL } = await requestDownload();
      await startDownload(presignedURL);
      await new Promise((resolve) => setTimeout(resolve, DISABLED_MS));
    },
  });
  return (
    <>
      <Button
        variant={variant}
        size={size}
        disabled={disabled}
        title={title}
        leftSection={<IconDownload size={size === 'xs' ? 16 : 18} stroke={1.6} />}
        loading={download.isPending}
        onClick={() => runSingle(() => download.mutateAsync())}
      >
        {label}
      </Button>
      <FailureAlert reason={download.error} className={classes.alert} withIcon />
    </>
  );
}
