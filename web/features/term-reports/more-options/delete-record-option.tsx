import { termReportsContract } from '#shared/term-reports/contract.ts';
import { deletedMessage, termReportWordings } from '#shared/term-reports/wordings.ts';
import { noticeFailure, noticeFailureOf } from '../../../acts/notice-failure.ts';
import { useAct } from '../../../acts/use-act.ts';
import { call } from '../../../api/call.ts';
import { ApiError } from '../../../api/errors.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
import { confirm } from '../../../ui/overlays/modal.tsx';
import { offerUndo, undoOf } from '../../../undo/offer-undo.ts';
import type { StudentRecord } from '../use-class-records.ts';
import styles from './more-options.module.css';

/** Props of options for one student. */
export interface RecordOptionProps {
  /** The student on the screen. */
  record: StudentRecord;
  onDone: () => void;
}

/** Deletes the term record of the student on the screen; only without subject records (product §4). */
export function DeleteRecordOption({ record, onDone }: RecordOptionProps) {
  const { act, isBusy } = useAct({
    onFailed: (error) => {
      const isExpected = error instanceof ApiError && error.message === termReportWordings.hasSubjectRecords;
      if (isExpected) noticeFailure(error);
      else noticeFailureOf(termReportWordings.deleteFailed)(error);
    },
  });
  const remove = async () => {
    const isSure = await confirm({
      title: 'Delete record?',
      text: termReportWordings.deletes(record.name),
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!isSure) return;
    await act(async () => {
      const { student_id, year, term } = record;
      const { undo } = await call(termReportsContract.deleteTermReport, { student_id, year, term });
      offerUndo({
        message: deletedMessage(`${record.first_name} ${record.last_name}`),
        undo: undoOf(undo),
        onDone,
      });
      onDone();
    });
  };
  return (
    <Stack as="section" gap={10} className={styles.option} aria-labelledby="more-delete">
      <h3 id="more-delete">Delete record</h3>
      <div className={styles.line}>
        <Muted size="12.5on18" breaks>
          {termReportWordings.deleteSubjectsFirst(record.name)}
        </Muted>
        <Stack align="start" gap={4} className={styles.confirm}>
          <Button
            variant="danger"
            disabled={!record.registered || record.table2_records.length > 0}
            busy={isBusy}
            onClick={() => void remove()}
          >
            Delete Record
          </Button>
        </Stack>
      </div>
    </Stack>
  );
}
