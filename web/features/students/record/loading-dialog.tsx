import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '../../../ui/controls/button.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

interface LoadingDialogProps {
  title: string;
  queries: readonly Pick<UseQueryResult, 'isError' | 'error' | 'refetch' | 'isFetching'>[];
  onClose: () => void;
}

/** A window while its content is loading. */
export const LoadingDialog = ({ title, queries, onClose }: LoadingDialogProps) => (
  <Dialog openedBy="act" open title={title} onClose={onClose} footer={<Button onClick={onClose}>Cancel</Button>}>
    <Loading queries={queries as never} what="the record" lines={6} />
  </Dialog>
);
