import { History, PenLine, Printer, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { studentWordings } from '#shared/students/wordings.ts';
import { canEditAnything, type ReportPermissions } from '#shared/term-reports/permissions.ts';
import { printingWordings } from '#shared/term-reports/wordings.ts';
import { sitePaths } from '../../session/site-paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { FoldingTools } from '../../ui/controls/folding-tools.tsx';
import { lazyOverlay } from '../../ui/overlays/lazy-overlay.tsx';
import { RecentActsDialog } from '../../undo/recent-acts.tsx';
import { ClassMarkSheetButton, PrintSchoolButton, RankSheetButton } from './documents/class-sheet-buttons.tsx';
import type { MoreOptionsProps } from './more-options/more-options-dialog.tsx';
import { ReportCardDialog, type ReportCardRequest } from './report-card-dialog.tsx';
import type { StudentRecord } from './use-class-records.ts';

/** Loaded when opened: only the office needs it. */
const MoreOptionsDialog = lazyOverlay<MoreOptionsProps>(() => import('./more-options/more-options-dialog.tsx'));

type Term = 1 | 2 | 3;

/** A class in a term. */
export interface ClassOfTerm {
  classId: string;
  /** Start year. */
  year: number;
  term: Term;
  /** Of the year. */
  terms: readonly { id: Term; title: string }[];
}

interface ClassToolbarProps {
  of: ClassOfTerm;
  /** The student shown. */
  record: StudentRecord;
  /** Of the class. */
  records: readonly StudentRecord[];
  permissions: ReportPermissions;
  isAdmin: boolean;
  /** The class must be loaded again. */
  onReload: () => void;
}

/** Enter Marks, the class's and the student's documents, and what the office does with them (product §2). */
export function ClassToolbar({ of, record, records, permissions, isAdmin, onReload }: ClassToolbarProps) {
  const { classId, year, term, terms } = of;
  const navigate = useNavigate();
  const [request, setRequest] = useState<ReportCardRequest | null>(null);
  const [isRecentOpen, setRecentOpen] = useState(false);
  const [isOptionsOpen, setOptionsOpen] = useState(false);
  const period = { year, term };
  const sheet = { ...period, classId, className: classId, terms };
  const ofTerm = `${academicYearTitle(year)} Term ${term}`;
  const printOne = () =>
    setRequest({
      ...period,
      studentId: record.student_id,
      title: `Report card of ${record.name}`,
      fileName: `${record.name} Report Card ${ofTerm}`,
    });
  const leavers = records.flatMap(({ name, left, by_name_alone: byNameAlone }) =>
    left === undefined || !byNameAlone ? [] : [`${name} (${studentWordings.left(left)})`],
  );
  const printClass = () =>
    setRequest({
      ...period,
      classId,
      title: `Report cards of ${classId}`,
      fileName: `${classId} Report Cards ${ofTerm}`,
      note: leavers.length === 0 ? undefined : printingWordings.leftOut(leavers),
    });
  return (
    <FoldingTools
      label={`Documents of ${classId}`}
      first={
        <Button
          icon={PenLine}
          disabled={!canEditAnything(permissions)}
          onClick={() => navigate(`${isAdmin ? sitePaths.adminArea : sitePaths.teacherArea}/enter-marks`)}
        >
          Enter Marks
        </Button>
      }
    >
      <ClassMarkSheetButton {...sheet} />
      <RankSheetButton {...sheet} />
      <Button icon={Printer} disabled={!record.registered} onClick={printOne}>
        Print One
      </Button>
      <Button icon={Printer} onClick={printClass}>
        Print Class
      </Button>
      {isAdmin && <PrintSchoolButton year={year} term={term} terms={terms} />}
      {permissions.moreOptions && (
        <>
          <Button icon={Settings2} onClick={() => setOptionsOpen(true)}>
            More Options
          </Button>
          <MoreOptionsDialog
            open={isOptionsOpen}
            record={record}
            classId={classId}
            year={year}
            term={term}
            onDone={onReload}
            onClose={() => setOptionsOpen(false)}
          />
          <Button icon={History} onClick={() => setRecentOpen(true)}>
            Recently changed
          </Button>
          <RecentActsDialog
            open={isRecentOpen}
            onClose={() => setRecentOpen(false)}
            text={`${ofTerm}, in the last 30 days: deleted records and subjects, attendance and reopening dates, changes of class.`}
            list={{ of: 'term-reports', year: String(year), term: String(term) }}
            onDone={onReload}
          />
        </>
      )}
      <ReportCardDialog request={request} onClose={() => setRequest(null)} />
    </FoldingTools>
  );
}
