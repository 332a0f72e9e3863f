import type { RawInput } from '#shared/http/contract.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { linkOfficeWordings as wordings } from '#shared/options/families/wordings.ts';
import { useAct } from '../../../acts/use-act.ts';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';

interface EndLinksDialogProps {
  /** A student, a class, or the school. */
  what: string;
  links: RawInput<typeof familiesContract.endReportLinks>;
  onEnded: () => void;
  onClose: () => void;
}

/** Asks before links end. They are not brought back, as a stranger may have one open. */
export function EndLinksDialog({ what, links, onEnded, onClose }: EndLinksDialogProps) {
  const { act, isBusy, problem } = useAct();
  const end = () =>
    act(async () => {
      const { ended } = await call(familiesContract.endReportLinks, links);
      snackbar(wordings.ended(ended));
      onEnded();
      onClose();
    });
  return (
    <Dialog
      openedBy="act"
      open
      size="small"
      title="End Links"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isBusy} onClick={() => void end()}>
            End Links
          </Button>
        </>
      }
    >
      {problem !== null && <Alert tone="error">{problem}</Alert>}
      <p>{wordings.endQuestion(what)}</p>
    </Dialog>
  );
}
