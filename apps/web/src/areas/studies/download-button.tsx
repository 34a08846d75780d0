import { Alert, Button, type MantineSize } from '@mantine/core';
import { IconAlertCircle, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { explain } from '../../shared/explain.ts';
import { startDownload } from '../../shared/start-download.ts';
import { useSingleFlight } from '../../shared/use-single-flight.ts';
import classes from './download-button.module.css';

/** The button stays disabled for this long, so that a double click starts one download. */
const DISABLED_MS = 1500;

interface DownloadButtonProps {
  requestDownload: () => Promise<{ presignedURL: string }>;
  /** beside a main action */
  secondary?: boolean | undefined;
  size?: MantineSize | undefined;
}

/** Starts the download without leaving the page. */
export function DownloadButton({ requestDownload, secondary, size }: DownloadButtonProps) {
  const runSingle = useSingleFlight();
  const download = useMutation({
    mutationFn: async () => {
      const { presignedURL } = await requestDownload();
      startDownload(presignedURL);
      await new Promise((resolve) => setTimeout(resolve, DISABLED_MS));
    },
  });
  return (
    <>
      <Button
        variant={secondary ? 'subtle' : 'filled'}
        size={size}
        leftSection={<IconDownload size={18} stroke={1.6} />}
        loading={download.isPending}
        onClick={() => runSingle(() => download.mutateAsync())}
      >
        Скачать
      </Button>
      {download.isError && (
        <Alert className={classes.alert} color="red" icon={<IconAlertCircle />} role="alert">
          {explain(download.error)}
        </Alert>
      )}
    </>
  );
}
