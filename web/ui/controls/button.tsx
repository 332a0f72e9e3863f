import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { Spinner } from './spinner.tsx';

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger';
type NativeButton = Omit<ComponentProps<'button'>, 'className' | 'style' | 'children'>;

export interface ButtonProps extends NativeButton {
  children: ReactNode;
  /** One primary a screen; `danger` only for what cannot be taken back at once. Default `secondary`. */
  variant?: Variant | undefined;
  icon?: LucideIcon | undefined;
  /** Work is going on: a spinner, presses ignored, focus kept (a disabled button would lose it). */
  busy?: boolean | undefined;
  /** Does nothing for now, and keeps the focus, for a button that is pressed again and again. */
  unavailable?: boolean | undefined;
  /** As wide as its container. */
  wide?: boolean | undefined;
}

export function Button(props: ButtonProps) {
  const { children, variant, icon: Icon, busy = false, unavailable = false, wide, onClick, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      className={classes(variant, wide && styles.wide)}
      aria-disabled={busy || unavailable || undefined}
      data-busy={busy || undefined}
      onClick={(event) => (busy || unavailable ? event.preventDefault() : onClick?.(event))}
    >
      {busy ? <Spinner /> : Icon && <Icon size={16} aria-hidden />}
      {children}
    </button>
  );
}

export interface IconButtonProps extends NativeButton {
  /** What it does: its accessible name and its tooltip. */
  label: string;
  icon: LucideIcon;
  variant?: Variant | undefined;
}

/** A square button with nothing but an icon. Default `quiet`. */
export function IconButton({ label, icon: Icon, variant = 'quiet', ...rest }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} {...rest} className={classes(variant, styles.icon)}>
      <Icon size={18} aria-hidden />
    </button>
  );
}

const classes = (variant: Variant = 'secondary', more?: string | false): string =>
  [styles.button, styles[variant], more].filter(Boolean).join(' ');
