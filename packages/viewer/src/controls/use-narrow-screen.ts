import { useMediaQuery } from '@mantine/hooks';

const NARROW = '(max-width: 767px)';
const LOW = '(max-height: 499px)';

/** Whether the screen has the width of a phone now. */
export const isNarrowScreen = (): boolean => matchMedia(NARROW).matches;

/** Whether it is used with fingers. */
export const isTouchScreen = (): boolean => matchMedia('(pointer: coarse)').matches;

/** Whether the screen has the width of a phone. */
export const useNarrowScreen = (): boolean => useMediaQuery(NARROW, isNarrowScreen());

/** Whether the screen has the height of a phone on its side. */
export const useLowScreen = (): boolean => useMediaQuery(LOW, matchMedia(LOW).matches);
