import { Button as AmplifyButton, Loader } from '@aws-amplify/ui-react';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';

/** Its optional props take no `undefined`, the native ones do; it leaves them out. */
type AmplifyProps = ComponentProps<typeof AmplifyButton>;
type NativeButton = Omit<ComponentProps<'button'>, 'className' | 'style' | 'color' | 'children'>;

/** Amplify's names of the variants. */
const variations = {
  primary: { variation: 'primary' },
  secondary: {},
  quiet: { variation: 'link' },
  danger: { variation: 'destructive' },
} as const;

export interface ButtonProps extends NativeButton {
  children: ReactNode;
  /** One primary a screen; `danger` only for what cannot be taken back at once. Default `secondary`. */
  variant?: keyof typeof variations | undefined;
  icon?: LucideIcon | undefined;
  /**
   * Work is going on: a spinner in place of the icon, or over the words, so that it keeps its width; presses ignored,
   * focus kept (a disabled button would lose it).
   */
  busy?: boolean | undefined;
  /** Does nothing for now, and keeps the focus, for a button that is pressed again and again. */
  unavailable?: boolean | undefined;
  /** As wide as its container. */
  wide?: boolean | undefined;
}

export function Button(props: ButtonProps) {
  const {
    children,
    variant = 'secondary',
    icon: Icon,
    busy = false,
    unavailable = false,
    wide = false,
    onClick,
    ...rest
  } = props;
  return (
    <AmplifyButton
      {...(rest as AmplifyProps)}
      {...variations[variant]}
      isFullWidth={wide}
      className={`${styles.button} ${unavailable && !busy ? 'amplify-button--disabled' : ''}`}
      aria-disabled={busy || unavailable || undefined}
      data-busy={busy || undefined}
      data-main={variant === 'primary' || undefined}
      data-danger={variant === 'danger' || undefined}
      onClick={(event) => (busy || unavailable ? event.preventDefault() : onClick?.(event))}
    >
      {busy ? <Spinner /> : Icon && <Icon size={16} aria-hidden />}
      {busy && !Icon ? <span className={styles.under}>{children}</span> : children}
    </AmplifyButton>
  );
}

export interface IconButtonProps extends NativeButton {
  /** What it does: its accessible name and its tooltip. */
  label: string;
  icon: LucideIcon;
  variant?: keyof typeof variations | undefined;
}

/** A square button with nothing but an icon. Default `quiet`. */
export function IconButton({ label, icon: Icon, variant = 'quiet', ...rest }: IconButtonProps) {
  return (
    <AmplifyButton
      aria-label={label}
      title={label}
      {...(rest as AmplifyProps)}
      {...variations[variant]}
      className={`${styles.icon}`}
    >
      <Icon size={18} aria-hidden />
    </AmplifyButton>
  );
}

/** A button that looks like a link, for the lesser way beside a form's own. */
export const LinkButton = (props: Omit<ComponentProps<'button'>, 'className' | 'style' | 'type'>) => (
  <button type="button" {...props} className={styles.link} />
);

/** Turning ring in the colour of the text around it; says nothing to a screen reader, so put words beside it. */
export const Spinner = () => <Loader aria-hidden />;
