import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { BRIGHTNESS_STEPS, brightnessText } from './brightness.ts';
import classes from './controls.module.css';

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** Tabs; the arrow keys choose the next one (WAI-ARIA, tabs). */
export function Tabs<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const list = useRef<HTMLDivElement>(null);
  const choose = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const at = options.findIndex((option) => option.value === value);
    const next = (at + by + options.length) % options.length;
    onChange(options[next]!.value);
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div ref={list} className={classes.tabs} role="tablist" aria-label={label} onKeyDown={choose}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="tab"
          className={classes.tab}
          aria-selected={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}

/** Buttons of which one is pressed. */
export const Choice = <Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) => (
  <div className={classes.choice} role="group" aria-label={label}>
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        className={classes.option}
        aria-pressed={option.value === value}
        onClick={() => onChange(option.value)}
      >
        {option.label}
      </button>
    ))}
  </div>
);

interface SliderProps {
  label: string;
  /** at the two ends */
  ends: readonly [ReactNode, ReactNode];
  value: number;
  range: readonly [least: number, most: number];
  /** the text that a screen reader speaks instead of the number */
  text: string;
  /** whether the text is beside the label, too */
  showsText?: boolean;
  onChange: (value: number) => void;
}

/** A slider of the browser itself, which fingers, arrow keys and screen readers move. */
function Slider({ label, ends, value, range, text, showsText, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className={classes.slider}>
      <label htmlFor={id}>
        {label}
        {showsText && (
          <span className={classes.value} aria-hidden>
            {text}
          </span>
        )}
      </label>
      <div className={classes.track}>
        {ends[0]}
        <input
          id={id}
          type="range"
          min={range[0]}
          max={range[1]}
          value={value}
          aria-valuetext={text}
          onChange={(event) => onChange(Number(event.currentTarget.value))}
        />
        {ends[1]}
      </div>
    </div>
  );
}

interface BrightnessProps {
  value: number;
  onChange: (steps: number) => void;
}

export const Brightness = ({ value, onChange }: BrightnessProps) => (
  <Slider
    label="Светлее / темнее"
    ends={[<Moon key="dark" />, <Sun key="light" />]}
    value={value}
    range={[-BRIGHTNESS_STEPS, BRIGHTNESS_STEPS]}
    text={brightnessText(value)}
    onChange={onChange}
  />
);

const Moon = () => (
  <svg className={classes.sign} viewBox="0 0 24 24" aria-hidden>
    <path d="M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z" />
  </svg>
);

const Sun = () => (
  <svg className={classes.sign} viewBox="0 0 24 24" aria-hidden>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2" />
  </svg>
);

/** A magnifying glass with a sign. */
export const Glass = ({ sign }: { sign: '−' | '+' }) => (
  <svg className={classes.sign} viewBox="0 0 24 24" aria-hidden>
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d={`M15.5 15.5 21 21M7.5 10.5h6${sign === '+' ? 'M10.5 7.5v6' : ''}`} />
  </svg>
);

const Arrow = ({ to }: { to: 'before' | 'after' }) => (
  <svg className={classes.sign} viewBox="0 0 24 24" aria-hidden>
    <path d={to === 'before' ? 'M15 5l-7 7 7 7' : 'M9 5l7 7-7 7'} />
  </svg>
);

interface StepperProps {
  label: string;
  /** of the buttons at the two ends */
  ends: readonly [before: string, after: string];
  value: number;
  count: number;
  onChange: (value: number) => void;
}

/** The number of a picture among several: a slider with a button at each end. */
export const Stepper = ({ label, ends, value, count, onChange }: StepperProps) => (
  <Slider
    label={label}
    ends={[
      <Step
        key="before"
        sign={<Arrow to="before" />}
        label={ends[0]}
        disabled={value === 0}
        onClick={() => onChange(value - 1)}
      />,
      <Step
        key="after"
        sign={<Arrow to="after" />}
        label={ends[1]}
        disabled={value === count - 1}
        onClick={() => onChange(value + 1)}
      />,
    ]}
    value={value}
    range={[0, count - 1]}
    text={`${value + 1} из ${count}`}
    showsText
    onChange={onChange}
  />
);

interface StepProps {
  label: string;
  sign: ReactNode;
  disabled?: boolean;
  onClick: () => void;
}

/** A square button. */
export const Step = ({ label, sign, disabled, onClick }: StepProps) => (
  <button type="button" className={classes.step} aria-label={label} disabled={disabled} onClick={onClick}>
    {sign}
  </button>
);

/** A sentence in the place of the picture, and what to do next. */
export const Message = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className={classes.message} role="alert">
    <p>{children}</p>
    {action}
  </div>
);

export const Waiting = ({ children }: { children: ReactNode }) => (
  <div className={classes.message} role="status">
    <span className={classes.skeleton} aria-hidden />
    <p>{children}</p>
  </div>
);

interface ActionProps {
  onClick: () => void;
  children: ReactNode;
}

export const Action = ({ onClick, children }: ActionProps) => (
  <button type="button" className={classes.action} onClick={onClick}>
    {children}
  </button>
);
