import { useQuery } from '@tanstack/react-query';
import type { RawInput } from '#shared/http/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { queryOf } from '../api/query.ts';
import { typedValueText } from '../outbox/save-status.ts';
import { Loading } from '../ui/display/loading.tsx';
import { momentText } from '../ui/fields/dates/school-clock.ts';
import { Stack } from '../ui/layout/stack.tsx';
import { Muted, Text } from '../ui/layout/text.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import type { OverlayProps } from '../ui/overlays/lazy-overlay.tsx';
import styles from './history.module.css';

/** A cell for the call, and for the user: "Ali, Anika" and "Exam mark". */
export interface CellWithHistory {
  call: RawInput<typeof markSheetContract.readMarkHistory>;
  about: string;
  label: string;
}

export interface CellHistoryDialogProps extends OverlayProps {
  cell: CellWithHistory;
}

/** The changes of a cell, newest first, as the server knows them. */
export default function CellHistoryDialog({ open, onClose, cell: { call, about, label } }: CellHistoryDialogProps) {
  return (
    <Dialog openedBy="act" open={open} title={`History — ${label}`} text={about} onClose={onClose}>
      {open && <Changes call={call} />}
    </Dialog>
  );
}

function Changes({ call }: { call: CellWithHistory['call'] }) {
  const history = useQuery({ ...queryOf(markSheetContract.readMarkHistory, call), staleTime: 0, gcTime: 0 });
  if (!history.data) return <Loading queries={[history]} what="history" lines={4} />;
  const { changes } = history.data;
  if (changes.length === 0) return <p>Nobody has changed this cell.</p>;
  return (
    <Stack as="ol" lined gap={2} above={12} className={styles.changes}>
      {changes.map(({ at, by, before, after, restored_to }) => (
        <Stack as="li" gap={2} key={`${at} ${by}`}>
          <Text figures breaks>
            <del>{typedValueText(before)}</del> → <ins>{typedValueText(after)}</ins>
          </Text>
          <Muted as="span" size={12.5}>
            {by}, {momentText(at)}
            {restored_to !== null && `, restored from ${momentText(restored_to)}`}
          </Muted>
        </Stack>
      ))}
    </Stack>
  );
}
