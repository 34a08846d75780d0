import { useInViewport } from '@mantine/hooks';
import { IconPhoto } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { cardSize } from './study-picture.tsx';

interface StudyThumbnailProps {
  panoURL: string | null;
  className: string | undefined;
}

/** Decorative: the list names the study in words. */
export const StudyThumbnail = (props: StudyThumbnailProps) => <Thumbnail key={props.panoURL} {...props} />;

function Thumbnail({ panoURL, className }: StudyThumbnailProps) {
  const { ref, inViewport } = useInViewport();
  const [wasSeen, setWasSeen] = useState(false);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    if (inViewport) setWasSeen(true);
  }, [inViewport]);
  if (!panoURL || broken)
    return (
      <span className={className}>
        <IconPhoto size={20} stroke={1.4} aria-hidden />
      </span>
    );
  // `loading="lazy"` would load all rows of a page: Chromium begins 2,500 px before a picture is seen
  if (!wasSeen) return <span ref={ref} className={className} />;
  return (
    <img
      className={className}
      src={cardSize(panoURL)}
      alt=""
      decoding="async"
      onError={() => setBroken(true)}
    />
  );
}
