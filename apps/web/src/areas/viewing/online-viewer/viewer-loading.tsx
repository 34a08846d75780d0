import classes from './viewer-loading.module.css';

/** Shown while the viewer's code is loading. */
export const ViewerLoading = () => (
  <div className={classes.loading} role="status">
    Открываем просмотр…
  </div>
);
