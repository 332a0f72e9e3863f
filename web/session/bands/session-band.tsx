import type { MouseEvent } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { wishOnExpiry } from '../session-expiry.ts';
import { HeadBand } from './head-band.tsx';

const said = 'You are signed out.';
const kept = 'What you type is kept on this device, and saved once you are back.';
/** The focus stays where it was typed: there the window gives it back when it closes. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** A session ended under somebody who may be typing: they go on, and sign in when they like. */
export const SessionBand = () => (
  <HeadBand
    said={`${said} ${kept}`}
    action={
      <Button variant="primary" onMouseDown={keepFocus} onClick={() => wishOnExpiry('sign-in')}>
        Sign in
      </Button>
    }
  >
    {said} <small>{kept}</small>
  </HeadBand>
);
