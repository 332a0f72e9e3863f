import { termReportMessages } from '#shared/term-reports/messages.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { SaveState, type SaveStatus } from '../../ui/display/save-state.tsx';

interface RecordSaveStatusProps {
  outbox: Outbox;
  /** The outbox records of the student on the screen. */
  ids: readonly string[];
  /** The outbox's version when this student came up: what was saved before is not told again (SPEC §2). */
  since: number;
}

const words: Partial<Record<SaveStatus, string>> = { saved: termReportMessages.recordSaved };

/** 'Saving...', 'Record Saved', 'Error Occured'. Renders with whoever follows the outbox. */
export function RecordSaveStatus({ outbox, ids, since }: RecordSaveStatusProps) {
  const statuses = new Set(
    ids.map((id) => {
      const { status } = outbox.state(id);
      return status === 'saved' && outbox.answerSince(id, since) === undefined ? 'idle' : status;
    }),
  );
  const status = (['error', 'waiting', 'saving', 'saved'] as const).find((one) => statuses.has(one)) ?? 'idle';
  const isSubject = ids.some((id) => id.startsWith('reportSubject/') && outbox.state(id).status === 'error');
  const text = status === 'error' && isSubject ? termReportMessages.subjectFailedStatus : words[status];
  return <SaveState status={status} text={text} live />;
}
