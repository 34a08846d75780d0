import classes from './logo.module.css';
import { Mark } from './logo-symbol.tsx';

/** Mark and name. The name is drawn in the body's own face, so it needs no picture. */
export function Logo() {
  return (
    <span className={classes.logo}>
      <Mark size={28} />
      <span>Снимок</span>
    </span>
  );
}
