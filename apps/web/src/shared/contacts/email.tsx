import { Fragment } from 'react';
import classes from './email.module.css';

/** An e-mail address that may continue on the next line after `@`, `.`, `_` or `-`. */
export const Email = ({ address }: { address: string }) => (
  <span className={classes.email}>
    {address.split(/(?<=[@._-])/).map((part, at) => (
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
);
