import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconEye } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { captionOf, type PicturedStudy } from '../words.ts';

const Lightbox = lazy(() => import('../lightbox.tsx'));

/** Opens the study's picture over the whole screen. */
export function ViewButton({ study }: { study: PicturedStudy & { panoURL: string } }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="subtle" leftSection={<IconEye size={18} stroke={1.6} />} onClick={open}>
        Онлайн-просмотр
      </Button>
      <Suspense>
        {opened && <Lightbox url={study.panoURL} caption={captionOf(study)} onClose={close} />}
      </Suspense>
    </>
  );
}
