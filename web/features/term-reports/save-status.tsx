import { useState } from 'react';
import { termReportMessages } from '#shared/term-reports/wordings.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { SaveState, type SaveStatus } from '../../ui/screen/save-state.tsx';
import { reportSubjectSave } from './report-saves.ts';

interface RecordSaveStatusProps {
  outbox: Outbox;
  /** The outbox records of the student on the screen. */
  ids: readonly string[];
}

const words: Partial<Record<SaveStatus, string>> = { saved: termReportMessages.recordSaved };

/** 'Saving...', 'Record Saved', 'Error Occured'. Renders whenever the outbox changes; a new one for each student. */
export function RecordSaveStatus({ outbox, ids }: RecordSaveStatusProps) {
  // What was saved before this student came up is not told again (product §2).
  const [since] = useState(() => outbox.version());
  const statuses = new Set(
    ids.map((id) => {
      const { status } = outbox.state(id);
      return status === 'saved' && !outbox.hasAnswerSince(id, since) ? 'idle' : status;
    }),
  );
  const status =
    (['error', 'refused', 'waiting', 'saving', 'saved'] as const).find((one) => statuses.has(one)) ?? 'idle';
  const isSubject = ids.some((id) => reportSubjectSave.has(id) && outbox.state(id).status === 'error');
  const text = status === 'error' && isSubject ? termReportMessages.subjectFailedStatus : words[status];
  return <SaveState status={status} text={text} live />;
}
