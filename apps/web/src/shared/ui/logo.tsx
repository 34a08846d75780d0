import classes from './logo.module.css';
import { LogoSymbol } from './logo-symbol.tsx';

/** Mark and name. The name is drawn in the body's own face, so it needs no picture. */
export function Logo() {
  return (
    <span className={classes.logo}>
      <LogoSymbol size={28} />
      <span>Снимок</span>
    </span>
  );
}
