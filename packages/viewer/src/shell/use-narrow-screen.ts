import { useMediaQuery } from '@mantine/hooks';

const NARROW = '(max-width: 767px)';

/** Whether the screen has the width of a phone. */
export const useNarrowScreen = (): boolean => useMediaQuery(NARROW, matchMedia(NARROW).matches);
