import { BANNER_IMAGE_TYPES } from '@snimok/contract/messaging/banner';
import { areaSentences } from '../../../shared/calls/area-sentences.ts';
import { PictureField } from '../../../shared/fields/picture-field.tsx';
import { readPicture } from './read-picture.ts';

interface BannerPictureProps {
  image: string | null;
  onChange: (image: string | null) => void;
}

export const BannerPicture = ({ image, onChange }: BannerPictureProps) => (
  <PictureField
    label="Картинка"
    description="PNG или JPEG до 4 МБ"
    what="картинку"
    types={BANNER_IMAGE_TYPES}
    picture={image}
    read={readPicture}
    unreadable={areaSentences.banner.unreadable}
    onChange={onChange}
  />
);
