import { getAdvert, getBanner, updateBanner } from '@snimok/contract/messaging/banner';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../shared/calls/call.ts';
import { decodeOnce } from './rich-text.tsx';

/** The banner as decoded HTML and a data URL. */
export interface BannerContent {
  html: string;
  image: string | null;
}

const decoded = ({ text, image }: { text: string; image: string | null }): BannerContent => ({
  html: decodeOnce(text),
  image: image || null,
});

/** Loaded each time the editor opens, and never refetched while it is open. */
export const editedBannerQuery = queryOptions({
  queryKey: ['banner', 'to-edit'],
  queryFn: async () => decoded(await call(getBanner)),
  staleTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

export const doctorBannerQuery = queryOptions({
  queryKey: ['banner', 'advert'],
  queryFn: async () => decoded(await call(getAdvert)),
  staleTime: 5 * 60_000,
});

export const useSaveBanner = () =>
  useMutation({
    mutationFn: ({ html, image }: BannerContent) => call(updateBanner, { body: { text: html, image } }),
  });
