import { Heading, Text } from '@aws-amplify/ui-react';
import { type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { FirstLocationKeyContext } from '../../address/use-address-state.ts';
import { useScreenTitle } from '../screen/screen-title.ts';
import { WholeDates } from '../screen/whole-dates.tsx';
import styles from './display.module.css';

export interface ScreenHeadProps {
  /** The screen's one `h1`, and the first part of the window's title. */
  title: string;
  subtitle?: ReactNode;
  /** Buttons and states at the right end. */
  actions?: ReactNode;
}

/**
 * Head of every screen. After a change of place it takes the focus, so that a keyboard or screen reader starts there,
 * and the page is at its top; on the first page load the focus stays where the browser put it, and on the way back the
 * page where it was.
 */
export function ScreenHead({ title, subtitle, actions }: ScreenHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useLocation().key === useContext(FirstLocationKeyContext);
  // Of the moment it opened: a change within the screen's address is no change of place.
  const [isFirstPage] = useState(isFirst);

  const [isBack] = useState(useNavigationType() === 'POP');

  useEffect(() => {
    if (isFirstPage) return;
    heading.current?.focus({ preventScroll: true });
    if (!isBack) window.scrollTo(0, 0);
  }, [isFirstPage, isBack]);

  useScreenTitle(title);

  return (
    <header className={styles.screenHead}>
      <div className={styles.screenTitle}>
        <Heading level={1} ref={heading} tabIndex={-1}>
          <WholeDates>{title}</WholeDates>
        </Heading>
        {subtitle && (
          <Text variation="secondary" className={`${styles.subtitle}`}>
            <WholeDates>{subtitle}</WholeDates>
          </Text>
        )}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
