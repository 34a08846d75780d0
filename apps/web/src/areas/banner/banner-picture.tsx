import { BANNER_IMAGE_TYPES } from '@snimok/contract/banner';
import { areaSentences } from '../../shared/area-sentences.ts';
import { PictureField } from '../../shared/ui/picture-field.tsx';
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
