import classes from './logo.module.css';
import { LogoSymbol } from './logo-symbol.tsx';

/** Symbol and name. The name is text in the body's font, so it needs no image. */
export function Logo() {
  return (
    <span className={classes.logo}>
      <LogoSymbol size={28} />
      <span>Снимок</span>
    </span>
  );
}
