import { VisuallyHidden } from '@aws-amplify/ui-react';
import type { MouseEvent, ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { InBandSlot } from '../../ui/screen/slot.ts';
import { useHasUnsavedForm } from '../unsaved-work.ts';
import { sessionWordings } from '../wordings.ts';
import styles from './session-band.module.css';
import { chooseAfterExpiry } from './session-expiry.ts';

interface HeadBandProps {
  /** Read out once, when the band appears. */
  said: string;
  /** The visible text, which may change each second. */
  children: ReactNode;
  /** The button that answers it. */
  action: ReactNode;
}

/**
 * A message in the top bar for a user who may be typing. It takes neither focus nor space, so that nothing moves under
 * a pointer that is about to press.
 */
export function TopBarMessage({ said, children, action }: HeadBandProps) {
  return (
    <InBandSlot>
      <Row gap={12} className={styles.band}>
        <VisuallyHidden>
          <span role="alert">{said}</span>
        </VisuallyHidden>
        <p className={styles.text} aria-hidden title={said}>
          {children}
        </p>
        {action}
      </Row>
    </InBandSlot>
  );
}

const said = 'You are signed out.';

/** What becomes of what was typed: values are sent by themselves, a form waits for its button. */
export const useWhatBecomesOfTyped = (): string =>
  useHasUnsavedForm() ? sessionWordings.formWaits : sessionWordings.typedIsKept;

/** Keeps the focus in the field, where the window returns it when it closes. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** For a session that ended while the user may be typing: they go on, and sign in when they like. */
export function SessionExpiredMessage() {
  const becomesOfTyped = useWhatBecomesOfTyped();
  return (
    <TopBarMessage
      said={`${said} ${becomesOfTyped}`}
      action={
        <Button variant="primary" onMouseDown={keepFocus} onClick={() => chooseAfterExpiry('sign-in')}>
          Sign in
        </Button>
      }
    >
      {said} <small>{becomesOfTyped}</small>
    </TopBarMessage>
  );
}
