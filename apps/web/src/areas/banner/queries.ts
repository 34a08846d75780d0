import { getAdvert, getBanner, updateBanner } from '@snimok/contract/banner';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../shared/call.ts';
import { decodeOnce } from './rich-text.tsx';

/** The banner as one works with it: plain HTML and a data URL. */
export interface BannerContent {
  html: string;
  image: string | null;
}

const plain = ({ text, image }: { text: string; image: string | null }): BannerContent => ({
  html: decodeOnce(text),
  image: image || null,
});

/** Asked anew whenever the editor opens, and left alone while somebody writes. */
export const editedBannerQuery = queryOptions({
  queryKey: ['banner', 'to-edit'],
  queryFn: async () => plain(await call(getBanner)),
  staleTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

export const doctorBannerQuery = queryOptions({
  queryKey: ['banner', 'advert'],
  queryFn: async () => plain(await call(getAdvert)),
  staleTime: 5 * 60_000,
});

export const useSaveBanner = () =>
  useMutation({
    mutationFn: ({ html, image }: BannerContent) => call(updateBanner, { body: { text: html, image } }),
  });
