import { useQuery } from '@tanstack/react-query';
import { Printer, Search, Users, X } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { academicYearTitle } from '#shared/terms/academic-year.ts';
import { messageOf } from '../../api/errors.ts';
import { queryOf } from '../../api/query.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { ErrorRetry } from '../../ui/display/error-retry.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { NumberCell, Table } from '../../ui/display/table.tsx';
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx';
import { plain } from '../../ui/fields/search-text.ts';
import { Select } from '../../ui/fields/select.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { ClassMarkSheetButton } from './documents/class-mark-sheet-button.tsx';
import { RankSheetButton } from './documents/rank-sheet-button.tsx';
import { ReportCardDialog, type ReportCardRequest } from './report-card-dialog.tsx';
import styles from './term-reports.module.css';

type Term = 1 | 2 | 3;
type Report = Output<typeof termReportsContract.classTermReports>['data'][number];

interface ClassReportsProps {
  classId: string;
  /** Start year. */
  year: number;
  term: Term;
  terms: readonly { id: Term; title: string }[];
  onTerm: (term: Term) => void;
  onClose: () => void;
}

/** One class's term reports, a line a student, and the way to their report cards. */
export function ClassReports({ classId, year, term, terms, onTerm, onClose }: ClassReportsProps) {
  const reports = useQuery(
    queryOf(termReportsContract.classTermReports, { class_id: classId, year: String(year), term: String(term) }),
  );
  const [search, setSearch] = useState('');
  const [request, setRequest] = useState<ReportCardRequest | null>(null);
  const found = useFound(reports.data?.data, search);

  const period = { year, term };
  const termTitle = terms.find(({ id }) => id === term)?.title ?? `Term ${term}`;
  const printClass = () =>
    setRequest({ ...period, classId, title: `Report cards of ${classId}`, fileName: `${classId} Report Cards` });
  const printOne = ({ student_id, name }: Report) =>
    setRequest({ ...period, studentId: student_id, title: `Report card of ${name}`, fileName: `${name} Report Card` });

  return (
    <>
      <ScreenHead
        title={`Term reports of ${classId}`}
        subtitle={`${termTitle}, ${academicYearTitle(year)}`}
        actions={
          <>
            <ClassMarkSheetButton {...period} classId={classId} className={classId} terms={terms} />
            <RankSheetButton {...period} classId={classId} className={classId} terms={terms} />
            <Button icon={Printer} variant="primary" onClick={printClass} disabled={!reports.data?.data.length}>
              Print Class
            </Button>
            <IconButton label="Close Form" icon={X} onClick={onClose} />
          </>
        }
      />
      <div className={styles.toolbar}>
        <div className={styles.search}>
          <TextField
            label="Search"
            type="search"
            placeholder="Student name"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        {terms.length > 1 && (
          <Select
            label="Term"
            options={terms.map(({ id, title }) => ({ value: id, label: title }))}
            value={term}
            onValueChange={onTerm}
          />
        )}
      </div>
      {reports.isError ? (
        <ErrorRetry
          title="The term reports could not be loaded."
          detail={messageOf(reports.error)}
          isRetrying={reports.isFetching}
          onRetry={() => void reports.refetch()}
        />
      ) : !found ? (
        <Skeleton lines={10} label="Loading term reports" />
      ) : found.length > 0 ? (
        <div className={styles.reports}>
          <ReportTable reports={found} label={`Term reports of ${classId}`} onPrint={printOne} />
        </div>
      ) : search ? (
        <EmptyState icon={Search} title="No student found" text="No name of this class contains what you typed." />
      ) : (
        <EmptyState icon={Users} title="No students" text="There is nobody in this class this term." />
      )}
      <ReportCardDialog request={request} onClose={() => setRequest(null)} />
    </>
  );
}

interface ReportTableProps {
  reports: readonly Report[];
  label: string;
  onPrint: (report: Report) => void;
}

function ReportTable({ reports, label, onPrint }: ReportTableProps) {
  return (
    <Table label={label} stickyFirst>
      <thead>
        <tr>
          <th scope="col">Student</th>
          <th scope="col">Subjects</th>
          <th scope="col">
            <span className={styles.end}>Average</span>
          </th>
          <th scope="col">
            <VisuallyHidden>Report card</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {reports.map((report) => (
          <tr key={report.student_id}>
            <th scope="row">
              {report.name}
              {!report.registered && <span className={styles.muted}>Not registered</span>}
            </th>
            <td>
              {report.entered} of {report.of} entered
            </td>
            <NumberCell>{report.average === null ? '--' : `${report.average} %`}</NumberCell>
            <td className={styles.act}>
              <Button
                variant="quiet"
                icon={Printer}
                aria-label={`Print One: ${report.name}`}
                onClick={() => onPrint(report)}
              >
                <span className={styles.words}>Print One</span>
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Students whose name contains what was typed, whatever the case or the accents: "emile" finds "Émile". */
function useFound(reports: readonly Report[] | undefined, search: string): readonly Report[] | undefined {
  const wanted = plain(useDeferredValue(search).trim());
  return useMemo(() => reports?.filter(({ name }) => plain(name).includes(wanted)), [reports, wanted]);
}
