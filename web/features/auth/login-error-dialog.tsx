import { useEffect } from 'react';
import { authMessages } from '#shared/auth/messages.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog, preloadDialog } from '../../ui/overlays/dialog.tsx';
import { whenIdle } from '../../ui/overlays/when-opened.tsx';

/** product §2. Fetched as soon as the page rests: when it is needed, there is no server to fetch it from. */
export function LoginErrorDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  useEffect(() => whenIdle(preloadDialog), []);
  return (
    <Dialog
      openedBy="answer"
      open={open}
      mustAnswer
      size="small"
      title={authMessages.loginErrorTitle}
      text={authMessages.noServer}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          OK
        </Button>
      }
    />
  );
}
