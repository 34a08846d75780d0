import { useQuery } from '@tanstack/react-query';
import classes from './banner.module.css';
import { doctorBannerQuery, type BannerContent } from './queries.ts';
import { isBlank, RichText } from './rich-text.tsx';

export const isEmpty = ({ html, image }: BannerContent) => image === null && isBlank(html);

/** The banner as shown in the doctors' area and in the editor's preview. */
export function Banner({ html, image }: BannerContent) {
  const withText = !isBlank(html);
  return (
    <aside className={classes.banner} aria-label="Объявление центра">
      {image && <img src={image} alt={withText ? '' : 'Объявление центра'} className={classes.image} />}
      {withText && (
        <div className={classes.text}>
          <RichText html={html} />
        </div>
      )}
    </aside>
  );
}

/** The banner below the doctor's menu. Nothing is shown if it cannot be loaded. */
export function DoctorBanner() {
  const { data: banner } = useQuery(doctorBannerQuery);
  return banner && !isEmpty(banner) ? <Banner {...banner} /> : null;
}
