import { SaveState } from '../../ui/display/save-state.tsx';
import type { Outbox } from '../outbox.ts';
import { useRecordState } from '../session-outbox.ts';

/** How it stands with one record, as an icon in its row. */
export function RowSaveState({ outbox, id }: { outbox: Outbox; id: string }) {
  const { status, failures } = useRecordState(outbox, id);
  return <SaveState status={status} text={failures[0]?.message} iconOnly />;
}
