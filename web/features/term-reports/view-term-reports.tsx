import { useQuery } from '@tanstack/react-query';
import { ArrowRight, CalendarOff, FileText, X } from 'lucide-react';
import { useState } from 'react';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { noCurrentTerm } from '#shared/school/closed-term.ts';
import { termsContract } from '#shared/school/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { termReportWordings } from '#shared/term-reports/wordings.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import { queryOf } from '../../api/query.ts';
import { openOutboxOf } from '../../outbox/session-outbox.ts';
import { ClassesByForm } from '../../pickers/classes-by-form.tsx';
import { pickerWordings } from '../../pickers/wordings.ts';
import { useSession } from '../../session/session.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { ClassRecords } from './class-records.tsx';
import { PrintSchoolButton } from './documents/class-sheet-buttons.tsx';
import { choosePeriod, type PeriodChoice, PeriodSelect } from './period-select.tsx';
import styles from './term-reports.module.css';

const title = 'Edit/View Term Reports';

/**
 * The classes whose term reports the user may see, and the records of a chosen class. Class, student and term are in
 * the address, so that a reload, a copied link, Back and signing in again lead to the same place (rule 42).
 */
export default function ViewTermReports() {
  const terms = useQuery(queryOf(termsContract.readTermOverview, {}));
  const place = useAddressState();
  const session = useSession();
  const userId = session?.id;
  // Ahead of the address, which changes with a delay: the next key already belongs to the next student.
  const [shown, setShown] = useState<{ classId: string; studentId: string } | null>(null);

  const period = terms.data && choosePeriod(terms.data, { year: place.get('year'), term: place.get('term') });
  const classes = useQuery({
    ...queryOf(termReportsContract.listClassesWithReports, period ? { year: String(period.year) } : {}),
    enabled: period !== undefined,
  });
  const open = (
    classId: string | null,
    of: { year: number; term?: PeriodChoice['term'] } | undefined = period ?? undefined,
    student: string | null = null,
  ) => {
    const chosen = terms.data && choosePeriod(terms.data, { year: String(of?.year), term: String(of?.term) });
    const past = chosen && !chosen.isCurrent ? { year: chosen.year, term: chosen.term } : {};
    place.goTo({ class: classId, student, ...past }, { replace: student !== null && student !== place.get('student') });
  };

  const index = classes.data?.findIndex(({ id }) => id === place.get('class')) ?? -1;
  const classId = classes.data?.[index]?.id;
  const studentId = shown && shown.classId === classId ? shown.studentId : place.get('student');
  const periodSelect = period && (
    <PeriodSelect period={period} onPeriod={(chosen) => open(place.get('class'), chosen, studentId)} />
  );
  if (classes.data && classId !== undefined && period && userId !== undefined) {
    const next = classes.data[(index + 1) % classes.data.length]?.id;
    return (
      <ClassRecords
        key={`${classId} ${period.year} ${period.term}`}
        of={{ classId, year: period.year, term: period.term, terms: period.terms }}
        outbox={openOutboxOf(userId)}
        studentId={studentId}
        field={place.get('field')}
        onStudent={(next) => {
          setShown({ classId, studentId: next });
          place.change({ student: next, field: null }, { replace: next !== place.get('student') });
        }}
        actions={
          <Row gap={8} className={styles.places}>
            {periodSelect}
            {next !== undefined && next !== classId && (
              <Button icon={ArrowRight} onClick={() => open(next)}>
                Next Class
              </Button>
            )}
            <IconButton label="Close Form" icon={X} onClick={() => open(null)} />
          </Row>
        }
      />
    );
  }
  return (
    <>
      <ScreenHead
        title={title}
        actions={
          period && (
            <Row wrap gap={8}>
              {periodSelect}
              {session?.area === 'admin' && (
                <PrintSchoolButton year={period.year} term={period.term} terms={period.terms} />
              )}
            </Row>
          )
        }
      />
      {classes.data && place.has('class') && classId === undefined && (
        <Alert tone="warning">
          {place.get('class')} is not a class whose term reports you may see
          {period ? ` in ${academicYearTitle(period.year)}` : ''}.
        </Alert>
      )}
      {!classes.data || !terms.data ? (
        <Loading queries={[classes, terms]} what="classes" />
      ) : classes.data.length === 0 ? (
        <EmptyState icon={FileText} title={termReportWordings.noPost(period?.isCurrent !== false)} />
      ) : period ? (
        <ClassesByForm
          classes={classes.data.map(({ as, ...rest }) => ({ ...rest, as: as === 'admin' ? undefined : as }))}
          onPick={(picked) => open(picked)}
        />
      ) : (
        <EmptyState icon={CalendarOff} title={pickerWordings.noCurrentTerm} text={noCurrentTerm} />
      )}
    </>
  );
}
