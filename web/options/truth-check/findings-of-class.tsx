import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Users } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Output } from '#shared/http/contract.ts';
import { truthCheckContract } from '#shared/options/truth-check/contract.ts';
import { checkReportsTitle } from '#shared/options/truth-check/menu-wordings.ts';
import { findingWordings as wordings } from '#shared/options/truth-check/wordings.ts';
import { nameWithId } from '#shared/people/shared-names.ts';
import { academicYearTitle, schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { displayMoment } from '#shared/school/display-date.ts';
import { noticeFailure } from '../../acts/notice-failure.ts';
import { useAct } from '../../acts/use-act.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query.ts';
import type { PeriodChoice } from '../../features/term-reports/period-select.tsx';
import { useSession } from '../../session/session.ts';
import { buildScreenAddress, sitePaths } from '../../session/site-paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Loading } from '../../ui/display/loading.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Panel, Stack } from '../../ui/layout/stack.tsx';
import { Muted } from '../../ui/layout/text.tsx';
import { snackbar } from '../../ui/overlays/snackbar.tsx';
import { offerUndo } from '../../undo/offer-undo.ts';
import { useClassesOfTeacher } from './classes-of-teacher.tsx';
import { DismissDialog } from './dismiss-dialog.tsx';
import styles from './findings.module.css';

type Finding = Output<typeof truthCheckContract.listFindings>['findings'][number];

interface FindingsOfClassProps {
  classId: string;
  period: PeriodChoice;
}

/** What was found in a class: what cannot be right, what to look at again, and what was dismissed. */
export function FindingsOfClass({ classId, period }: FindingsOfClassProps) {
  const { year, term, terms } = period;
  const place = useAddressState();
  const isTeacher = useSession()?.area === 'staff';
  const [dismissing, setDismissing] = useState<Finding | null>(null);
  const of = { year, term, class_id: classId };
  const query = useQuery({
    ...queryOf(truthCheckContract.listFindings, { ...of, year: String(year), term: String(term) }),
    // Reports are corrected meanwhile, on other screens.
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  const reload = () => query.refetch();
  const { act, busy } = useAct({ onFailed: noticeFailure, onEnd: reload });
  const restore = ({ finding }: Finding) => call(truthCheckContract.restoreFinding, { ...of, finding });
  const all = query.data?.findings ?? [];
  const subjects = new Map(
    all.flatMap(({ subject_id, title }) => (subject_id === null ? [] : [[subject_id, title ?? subject_id] as const])),
  );
  const subject = place.get('subject') ?? '';
  const shown = all.filter(({ subject_id }) => subject === '' || subject_id === subject);
  const parts = {
    certain: shown.filter(({ rule }) => rule === 'certain'),
    improbable: shown.filter(({ rule, dismissed }) => rule !== 'certain' && dismissed === null),
    dismissed: shown.filter(({ dismissed }) => dismissed !== null),
  };
  const lineOf = (finding: Finding) => (
    <FindingLine key={finding.finding} finding={finding} of={{ classId, period }}>
      {finding.dismissed !== null
        ? !isTeacher && (
            <Button
              busy={busy === finding.finding}
              onClick={() =>
                void act(async () => {
                  await restore(finding);
                  snackbar(wordings.listedAgain);
                }, finding.finding)
              }
            >
              List again
            </Button>
          )
        : finding.rule !== 'certain' && !isTeacher && <Button onClick={() => setDismissing(finding)}>Dismiss</Button>}
    </FindingLine>
  );
  return (
    <>
      <ScreenHead
        title={`${checkReportsTitle}: ${classId}`}
        subtitle={`${schoolFileTermTitle(terms, term)} ${academicYearTitle(year)}`}
        actions={
          <>
            {subjects.size > 0 && (
              <Select
                label="Subject"
                isLabelHidden
                options={[
                  { value: '', label: 'All subjects' },
                  ...[...subjects]
                    .map(([value, label]) => ({ value, label }))
                    .sort((a, b) => a.label.localeCompare(b.label)),
                ]}
                value={subject}
                onValueChange={(chosen) => place.change({ subject: chosen === '' ? null : chosen })}
              />
            )}
            <Button onClick={() => place.change({ class: null, subject: null })}>All classes</Button>
          </>
        }
      />
      {!query.data ? (
        <Loading queries={[query]} what="the check" lines={8} />
      ) : query.data.reports === 0 ? (
        <EmptyState icon={Users} title={wordings.noReports} />
      ) : shown.length === 0 ? (
        <EmptyState icon={CircleCheck} title={wordings.nothingFound} />
      ) : (
        <Stack shrinks gap={16}>
          <Part title={wordings.certain} text={wordings.certainText} findings={parts.certain} lineOf={lineOf} />
          <Part
            title={wordings.improbable}
            text={isTeacher ? wordings.improbableTextOfTeacher : wordings.improbableText}
            findings={parts.improbable}
            lineOf={lineOf}
          />
          <Part title={wordings.dismissed} text="" findings={parts.dismissed} lineOf={lineOf} />
        </Stack>
      )}
      {dismissing && (
        <DismissDialog
          finding={dismissing}
          where={whereOf(dismissing)}
          of={of}
          onDone={() => {
            const finding = dismissing;
            offerUndo({
              message: wordings.dismissedNow,
              undo: () => restore(finding),
              onDone: () => void reload(),
            });
            void reload();
          }}
          onClose={() => setDismissing(null)}
        />
      )}
    </>
  );
}

interface PartProps {
  title: string;
  text: string;
  findings: readonly Finding[];
  lineOf: (finding: Finding) => React.ReactNode;
}

function Part({ title, text, findings, lineOf }: PartProps) {
  if (findings.length === 0) return null;
  return (
    <Stack as="section" gap={6} shrinks aria-label={title}>
      <h2>
        {title}: {findings.length}
      </h2>
      {text !== '' && <Muted size={13}>{text}</Muted>}
      <Panel as="ul" flush lined>
        {findings.map(lineOf)}
      </Panel>
    </Stack>
  );
}

interface FindingLineProps {
  finding: Finding;
  of: FindingsOfClassProps;
  children: React.ReactNode;
}

/** The student and the subject of a finding, or that it is of the whole class or report. */
function whereOf({ name, student_id, title }: Finding): string {
  const who = student_id === null ? wordings.wholeClass : nameWithId({ name: name ?? student_id, student_id });
  return [who, title ?? (student_id === null ? null : wordings.wholeReport)].filter(Boolean).join(', ');
}

/** Where a finding can be looked at: in the report, or for a subject teacher on the mark sheet. */
function useAddressOf(
  { student_id, subject_id, cell }: Finding,
  { classId, period: { year, term, isCurrent } }: FindingsOfClassProps,
): `/${string}` | null {
  const session = useSession();
  const own = useClassesOfTeacher(year, session?.area === 'staff').classes?.find((one) => one.classId === classId);
  const report = {
    class: classId,
    ...(student_id === null ? {} : { student: student_id }),
    ...(cell === null ? {} : { field: cell }),
    ...(isCurrent ? {} : { year: String(year), term: String(term) }),
  };
  if (session?.area === 'admin')
    return session.permissions.some(({ menu }) => menu === 'termReports')
      ? buildScreenAddress(sitePaths.termDetails, report)
      : null;
  if (own?.hasPost) return buildScreenAddress(sitePaths.viewReports, report);
  const lesson = own?.lessonOf.get(subject_id ?? '');
  return lesson === undefined ? null : buildScreenAddress(sitePaths.enterMarks, { lesson, term: String(term) });
}

/** One finding, with a link to the field that it is in. */
function FindingLine({ finding, of: { classId, period }, children }: FindingLineProps) {
  const { text, dismissed } = finding;
  const where = whereOf(finding);
  const to = useAddressOf(finding, { classId, period });
  return (
    <Row as="li" justify="between" wrap gap={8} across={16} className={styles.finding}>
      <Stack gap={2} grow shrinks breaks>
        <strong>{to ? <Link to={to}>{where}</Link> : where}</strong>
        <span>{text}</span>
        {dismissed !== null && (
          <Muted as="span" size={13}>
            “{dismissed.reason}” {dismissed.by}, {displayMoment(dismissed.at)}
          </Muted>
        )}
      </Stack>
      {children}
    </Row>
  );
}
