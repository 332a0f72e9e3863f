import { useQuery } from '@tanstack/react-query';
import { FileText, PenLine, Users } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { signOffTitle } from '#shared/options/sign-off/menu-wordings.ts';
import { stageScreenWords, signScreenWordings as wordings } from '#shared/options/sign-off/screen-wordings.ts';
import { studentNameApart } from '#shared/people/shared-names.ts';
import { academicYearTitle, schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import type { PeriodChoice } from '../../features/term-reports/period-select.tsx';
import { ReportCardDialog, type ReportCardRequest } from '../../features/term-reports/report-card-dialog.tsx';
import { ClosedTermBand, useClosedTermReason } from '../../pickers/closed-term.tsx';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Panel, Stack } from '../../ui/layout/stack.tsx';
import { Muted } from '../../ui/layout/text.tsx';
import { useRecordAddress } from './record-address.ts';
import { ChangedFields, StagesOfReport } from './report-stages.tsx';
import styles from './sign-off.module.css';
import { isClean, type SignedReport, signaturesQuery, takenBackBy, turnOf, useSigning } from './signing.ts';

interface ReportsOfClassProps {
  classId: string;
  period: PeriodChoice;
}

/** The reports of a class: who has signed each, what fell back, and what it lacks. */
export function ReportsOfClass({ classId, period }: ReportsOfClassProps) {
  const { year, term, terms } = period;
  const place = useAddressState();
  const of = { class_id: classId, year, term };
  const query = useQuery(signaturesQuery(of));
  const { sign, takeBack, busy } = useSigning(of);
  const closed = useClosedTermReason({ year, term });
  const [card, setCard] = useState<ReportCardRequest | null>(null);
  const { students = [], signs_as: signsAs = [] } = query.data ?? {};
  const isOpen = closed === undefined;
  const shownName = studentNameApart(students);
  const addressOf = useRecordAddress({ classId, year, term, isCurrent: period.isCurrent, signsAs });
  const turns = isOpen
    ? students.flatMap((report) => {
        const as = turnOf(report, signsAs);
        return as === undefined ? [] : [{ report, as }];
      })
    : [];
  // Of two posts the first: reports that it signs then wait for the other.
  const [first] = turns;
  const mine = turns.flatMap(({ report, as }) => (as === first?.as ? [report] : []));
  const clean = mine.filter((report) => first !== undefined && isClean(report, first.as));
  const title = `${schoolFileTermTitle(terms, term)} ${academicYearTitle(year)}`;
  return (
    <>
      <ScreenHead
        title={`${signOffTitle}: ${classId}`}
        subtitle={title}
        actions={
          <>
            <Button onClick={() => place.change({ class: null })}>All classes</Button>
            {first && (
              <>
                {clean.length < mine.length && (
                  <Button busy={busy === 'class'} onClick={() => void sign(first.as, mine, 'class')}>
                    {stageScreenWords[first.as].does(mine.length)}
                  </Button>
                )}
                {clean.length > 0 && (
                  <Button
                    variant="primary"
                    icon={PenLine}
                    busy={busy === 'clean'}
                    onClick={() => void sign(first.as, clean, 'clean')}
                  >
                    {clean.length < mine.length
                      ? wordings.allClean(clean.length)
                      : stageScreenWords[first.as].does(clean.length)}
                  </Button>
                )}
              </>
            )}
          </>
        }
      />
      <ClosedTermBand why={closed} />
      {!query.data ? (
        <Loading queries={[query]} what="the reports" lines={8} />
      ) : students.length === 0 ? (
        <EmptyState icon={Users} title={wordings.noReportsOfClass} />
      ) : (
        <Panel as="ul" flush lined aria-label={`Reports of ${classId}`}>
          {students.map((report) => {
            const name = shownName(report);
            const turn = isOpen ? turnOf(report, signsAs) : undefined;
            const back = isOpen ? takenBackBy(report, signsAs) : undefined;
            return (
              <ReportLine key={report.student_id} report={report} name={name} addressOf={addressOf}>
                <IconButton
                  icon={FileText}
                  label={`Report card of ${name}`}
                  onClick={() =>
                    setCard({
                      year,
                      term,
                      studentId: report.student_id,
                      title: `Report card of ${name}`,
                      fileName: `${name} Report Card ${academicYearTitle(year)} Term ${term}`,
                    })
                  }
                />
                {turn !== undefined ? (
                  <Button
                    aria-label={`${stageScreenWords[turn].act}: ${name}`}
                    busy={busy === report.student_id}
                    onClick={() => void sign(turn, [report], report.student_id)}
                  >
                    {stageScreenWords[turn].act}
                  </Button>
                ) : (
                  back !== undefined && (
                    <Button
                      aria-label={`${wordings.takeBack}: ${name}`}
                      busy={busy === report.student_id}
                      onClick={() => void takeBack(back, report)}
                    >
                      {wordings.takeBack}
                    </Button>
                  )
                )}
              </ReportLine>
            );
          })}
        </Panel>
      )}
      <ReportCardDialog request={card} onClose={() => setCard(null)} />
    </>
  );
}

interface ReportLineProps {
  report: SignedReport;
  /** Apart from others of the list who have the same. */
  name: string;
  addressOf: ReturnType<typeof useRecordAddress>;
  children: React.ReactNode;
}

/** A report: each post with its state, and below what keeps it. */
function ReportLine({ report, name, addressOf, children }: ReportLineProps) {
  const { student_id, left, missing, findings } = report;
  const to = addressOf(student_id, null);
  return (
    <Row as="li" justify="between" wrap gap={8} across={16} className={styles.report}>
      <Stack gap={4} grow shrinks breaks className={styles.words}>
        <Row wrap gap={4} across={12}>
          <strong>
            {to === null ? (
              name
            ) : (
              <Link to={to} className={styles.name}>
                {name}
              </Link>
            )}
          </strong>
          {left && <Muted as="span">{wordings.left}</Muted>}
        </Row>
        <StagesOfReport report={report} />
        <ChangedFields report={report} addressOf={(cell) => addressOf(student_id, cell)} />
        {missing.length > 0 && <Muted size={13}>{wordings.missing(missing)}</Muted>}
        {findings !== null && findings > 0 && <Muted size={13}>{wordings.findings(findings)}</Muted>}
      </Stack>
      <Row gap={8}>{children}</Row>
    </Row>
  );
}
