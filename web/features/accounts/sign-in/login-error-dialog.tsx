import { authMessages } from '#shared/accounts/wordings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

/** product §2. The page is not shown before the code of its window is there (`main.tsx`): when it is needed, there is no server to fetch it from. */
export function LoginErrorDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
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
