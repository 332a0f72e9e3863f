import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Printer, Users } from 'lucide-react';
import { useState } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { nameWithId } from '#shared/people/shared-names.ts';
import { pluralize } from '#shared/pluralize.ts';
import { academicYearTitle, schoolFileTermTitle } from '#shared/school/academic-year.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { printingWordings, termReportScreenWordings, termReportWordings } from '#shared/term-reports/wordings.ts';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/errors.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { RunProgress } from '../../../runs/run-progress.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { momentText } from '../../../ui/fields/dates/school-clock.ts';
import { Row, Toolbar } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { type ClassSheetChoice, type TermNumber, TermSelect, toTermLabel } from './class-sheet-dialog.tsx';
import styles from './print-school.module.css';
import { linkRefreshMilliseconds, PrintedClassFiles } from './printed-class-files.tsx';
import { TwoSidedCheckbox, useTwoSidedChoice } from './two-sided.tsx';

type Files = Output<typeof termReportsContract.listReportCardFiles>;

interface PrintSchoolDialogProps extends Pick<ClassSheetChoice, 'year' | 'term' | 'terms'> {
  open: boolean;
  onClose: () => void;
}

/** Poll interval of a printing job, in milliseconds. */
const pollEvery = 1000;

/**
 * The whole school's report cards of a term: how many there are, the progress of printing, and the files. The job runs
 * on the server: everybody who opens this window sees it, and closing it does not stop the job.
 */
export default function PrintSchoolDialog({ open, onClose, year, term, terms }: PrintSchoolDialogProps) {
  const [chosen, setChosen] = useState<TermNumber>(term);
  const client = useQueryClient();
  const [isTwoSided, setTwoSided] = useTwoSidedChoice();
  const input = { year: String(year), term: String(chosen) };
  const files = useQuery({
    ...queryOf(termReportsContract.listReportCardFiles, input),
    enabled: open,
    staleTime: 0,
    // Also in the background, so that the links stay valid.
    refetchInterval: ({ state }) => (state.data?.run?.state === 'running' ? pollEvery : linkRefreshMilliseconds),
    refetchIntervalInBackground: true,
  });
  const settings = useQuery({
    ...queryOf(termReportsContract.listClassTermSettings, input),
    enabled: open,
    staleTime: 0,
  });
  const start = useMutation({
    mutationFn: (ofTerm: TermNumber) =>
      call(termReportsContract.startPrintingReportCards, { year, term: ofTerm, two_sided: isTwoSided }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeyOf(termReportsContract.listReportCardFiles) }),
  });
  const isReady = files.data && settings.data;
  const registered = settings.data?.filter((one) => one.registered > 0) ?? [];
  const run = files.data?.run;
  const isPrinting = start.isPending || run?.state === 'running';
  const termTitle = toTermLabel(schoolFileTermTitle(terms, chosen));

  return (
    <Dialog
      openedBy="act"
      open={open}
      onClose={onClose}
      size="wide"
      title={termReportScreenWordings.reportCardsOfTheSchool}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            icon={Printer}
            busy={isPrinting}
            disabled={!isReady || registered.length === 0}
            onClick={() => start.mutate(chosen)}
          >
            {startLabel(run)}
          </Button>
        </>
      }
    >
      <Stack top gap={14} className={styles.content}>
        <Toolbar gap={8} across={16} className={styles.choices}>
          <TermSelect
            terms={terms}
            term={chosen}
            onTerm={(picked) => {
              start.reset();
              setChosen(picked);
            }}
          />
          {registered.length > 0 && (
            <p>
              {pluralize(
                registered.reduce((sum, one) => sum + one.registered, 0),
                'student',
              )}{' '}
              in {pluralize(registered.length, 'class', 'classes')} registered for {termTitle},{' '}
              {academicYearTitle(year)}.
            </p>
          )}
          <TwoSidedCheckbox isTwoSided={isTwoSided} onChange={setTwoSided} disabled={isPrinting} />
        </Toolbar>
        {start.isError && !isPrinting && start.variables === chosen && (
          <Alert tone="error">
            {printingWordings.notStarted} {messageOf(start.error)}
          </Alert>
        )}
        {!isReady ? (
          <Loading queries={[files, settings]} what="the report cards" />
        ) : registered.length === 0 ? (
          <EmptyState
            icon={Users}
            title={termReportWordings.noneRegistered}
            text={`Register the students for ${termTitle} on Current Term first.`}
          />
        ) : files.data.run ? (
          <Printing {...files.data} run={files.data.run} input={input} />
        ) : (
          <EmptyState
            icon={Printer}
            title={termReportScreenWordings.notPrintedYet}
            text={printingWordings.oneFileAClass}
          />
        )}
      </Stack>
    </Dialog>
  );
}

const startLabel = (run: Files['run'] | undefined): string =>
  run?.state === 'finished'
    ? 'Print Again'
    : run?.state === 'failed'
      ? 'Continue'
      : termReportScreenWordings.startPrintingReportCards;

interface PrintingProps extends Files {
  run: NonNullable<Files['run']>;
  input: { year: string; term: string };
}

/** The progress of a printing job, the records it left out, and its files. */
function Printing({ run, school_link, classes, left, input }: PrintingProps) {
  const { state, rows_processed: processed, total_rows: total } = run;
  const cards = classes.reduce((sum, one) => sum + one.cards, 0);
  return (
    <>
      {state === 'running' ? (
        <RunProgress
          {...run}
          label={`Printing ${pluralize(total, 'report card')}, started by ${run.started_by}`}
          startedAt={run.started_at}
        />
      ) : state === 'failed' ? (
        <Alert tone="error">
          The printing stopped after {processed} of {pluralize(total, 'student')}. Press Continue to print the others.
          If it stops again, ask your IT officer.
        </Alert>
      ) : (
        <Alert tone="success">
          {pluralize(cards, 'report card')} printed by {run.started_by} on {momentText(run.ended_at ?? run.started_at)}.
        </Alert>
      )}
      {left.length > 0 && (
        <Alert tone="warning">
          {pluralize(left.length, 'record')} could not be printed. Correct {left.length === 1 ? 'it' : 'them'}, then
          print again.
          <Stack as="ul" gap={4} scrolls className={styles.left}>
            {left.map(({ class_id, reason, ...student }) => (
              <li key={student.student_id}>
                <strong>{`${nameWithId(student)}, ${class_id}`}</strong> {reason}
              </li>
            ))}
          </Stack>
        </Alert>
      )}
      {school_link !== null && (
        <p>
          <Row as="a" inline gap={8} className={styles.file} line="nowrap" href={school_link}>
            {termReportScreenWordings.allClassesInOneZip}
          </Row>
        </p>
      )}
      {classes.length > 0 && <PrintedClassFiles key={run.started_at} classes={classes} input={input} />}
      {classes.length === 0 && state === 'finished' && (
        <EmptyState icon={Printer} title="No files" text={printingWordings.keptDays} />
      )}
    </>
  );
}
