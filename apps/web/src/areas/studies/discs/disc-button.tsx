import { Button, type ButtonProps } from '@mantine/core';
import { IconDisc } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { DiscCalls } from './disc-state.tsx';

const DiscDialog = lazy(() => import('./disc-dialog.tsx'));

interface DiscButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  calls: DiscCalls;
}

/** Opens the dialog in which the study is made ready for a disc. */
export function DiscButton({ calls, variant = 'subtle', size }: DiscButtonProps) {
  // `undefined` until the first click, which loads the dialog
  const [opened, setOpened] = useState<boolean>();
  return (
    <>
      <Button
        variant={variant}
        {...(size && { size })}
        leftSection={<IconDisc size={18} stroke={1.6} />}
        onClick={() => setOpened(true)}
      >
        Записать на диск
      </Button>
      <Suspense>
        {opened !== undefined && (
          <DiscDialog calls={calls} opened={opened} onClose={() => setOpened(false)} />
        )}
      </Suspense>
    </>
  );
}
