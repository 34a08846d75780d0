import { useQuery } from '@tanstack/react-query';
import classes from './banner.module.css';
import { doctorBannerQuery, type BannerContent } from './queries.ts';
import { isBlank, RichText } from './rich-text.tsx';

/** Is there anything to show? */
export const isEmpty = ({ html, image }: BannerContent) => image === null && isBlank(html);

/** The centre's word to its clients, the same in their area and in the editor's preview. */
export function Banner({ html, image }: BannerContent) {
  const withText = !isBlank(html);
  return (
    <aside className={classes.advert} aria-label="Объявление центра">
      {image && <img src={image} alt={withText ? '' : 'Объявление центра'} className={classes.image} />}
      {withText && (
        <div className={classes.words}>
          <RichText html={html} />
        </div>
      )}
    </aside>
  );
}

/** Under the doctor's menu. When it cannot be had, the page is complete without it. */
export function DoctorBanner() {
  const { data: banner } = useQuery(doctorBannerQuery);
  return banner && !isEmpty(banner) ? <Banner {...banner} /> : null;
}
