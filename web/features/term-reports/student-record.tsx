import { useState } from 'react';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { ReportPermissions } from '#shared/term-reports/permissions.ts';
import type { SubjectLineRow } from '#shared/term-reports/report-rows.ts';
import { deletedMessage, termReportWordings } from '#shared/term-reports/wordings.ts';
import { attempt } from '../../acts/attempt.ts';
import { noticeFailureOf } from '../../acts/notice-failure.ts';
import { call } from '../../api/call.ts';
import { confirm } from '../../ui/overlays/modal.tsx';
import { offerUndo, undoOf } from '../../undo/offer-undo.ts';
import { ChangeSubjectDialog } from './record/change-subject-dialog.tsx';
import styles from './record/record.module.css';
import { StudentNameContext } from './record/record-fields.tsx';
import { RemarksOfClassContext } from './record/remark-of-record.tsx';
import { StudentPanel } from './record/student-panel.tsx';
import { SubjectPanel, type TitledSubject } from './record/subject-panel.tsx';
import { RefusedTextsContext } from './record/use-field-draft.ts';
import type { LoadedClassReports, StudentRecord, StudentRecordsState } from './use-class-records.ts';

interface StudentRecordViewProps {
  record: StudentRecord;
  records: StudentRecordsState;
  loaded: LoadedClassReports;
  permissions: ReportPermissions;
  subjects: ReadonlyMap<string, TitledSubject>;
  /** The class must be loaded again. */
  onReload: () => void;
}

/**
 * One student's record: left and right panel. Mounted again for each student, so that typed text stays with its
 * student.
 */
export function StudentRecordView(props: StudentRecordViewProps) {
  const { record, records, loaded, permissions, subjects, onReload } = props;
  const [changed, setChanged] = useState<SubjectLineRow | null>(null);

  const remove = async (line: SubjectLineRow) => {
    const title = subjects.get(line.subject_id)?.title ?? line.subject_id;
    const isSure = await confirm({
      title: `Delete ${title}?`,
      text: `${title} is taken off the report of ${record.name}, with everything entered in it. You can undo this.`,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (!isSure) return;
    await attempt(async () => {
      const { student_id, year, term, class_id } = record;
      const input = { student_id, year, term, class_id, subject_id: line.subject_id };
      const { undo } = await call(termReportsContract.deleteSubjectRecord, input);
      offerUndo({ message: deletedMessage(title), undo: undoOf(undo), onDone: onReload });
      onReload();
    }, noticeFailureOf(termReportWordings.deleteFailed));
  };
  const remarks = {
    record,
    scheme: loaded.subject_weightings,
    titleOf: (id: string) => subjects.get(id)?.title ?? id,
    others: () =>
      loaded.data.flatMap(({ student_id }) =>
        student_id === record.student_id ? [] : (records.record(student_id) ?? []),
      ),
  };
  return (
    <StudentNameContext value={record.name}>
      <RefusedTextsContext value={records.refused(record)}>
        <RemarksOfClassContext value={remarks}>
          <div className={styles.panels}>
            <StudentPanel
              record={record}
              permissions={permissions}
              isMusicClass={loaded.is_music_class}
              onWrite={(field, value) => records.write(record, field, value)}
            />
            <SubjectPanel
              record={record}
              scheme={loaded.subject_weightings}
              permissions={permissions}
              subjects={subjects}
              onWrite={(line, field, value) => records.writeSubject(record, line, field, value)}
              onChangeSubject={setChanged}
              onDelete={(line) => void remove(line)}
            />
          </div>
        </RemarksOfClassContext>
        <ChangeSubjectDialog
          record={record}
          line={changed}
          subjects={subjects}
          onDone={onReload}
          onClose={() => setChanged(null)}
        />
      </RefusedTextsContext>
    </StudentNameContext>
  );
}
