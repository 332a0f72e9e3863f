import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { requestWordings } from '#shared/http/wordings.ts';
import { pluralize } from '#shared/pluralize.ts';
import { academicYearTitle, startYearOf } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import type { PromotionPlan, StudentFacts } from '#shared/school/promotion-calls.ts';
import { schoolScreenWordings, termWordings } from '#shared/school/wordings.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { queryOf } from '../../../api/query.ts';
import { SpreadsheetButton } from '../../../documents/spreadsheet-button.tsx';
import { DataTable } from '../../../tables/data-table.tsx';
import type { RowSelection } from '../../../tables/row-selection.ts';
import { useTableState } from '../../../tables/table-state.ts';
import { listWordings } from '../../../tables/wordings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Tabs } from '../../../ui/controls/tabs.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { FigureTile } from '../../../ui/display/figure-tile.tsx';
import { lazyWithRetry } from '../../../ui/display/lazy-with-retry.ts';
import { Loading } from '../../../ui/display/loading.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
import { useMedia } from '../../../ui/screen/use-media.ts';
import { RecentActs } from '../../../undo/recent-acts.tsx';
import { ComingYearClasses } from './coming-year-classes.tsx';
import { DecideForSelected } from './decide-for-selected.tsx';
import { NoTermYet, useHasNoTerm } from './no-term-yet.tsx';
import styles from './plan.module.css';
import { planColumns, planFilterColumns } from './plan-columns.tsx';
import {
  buildComingClasses,
  buildPlanRows,
  countPlanOutcomes,
  listPlanChoiceOptions,
  type PlanRow,
} from './plan-model.ts';
import { promotionPlanQuery, useSaveDecisions } from './use-save-decisions.ts';

const DecideForStudentDialog = lazyWithRetry(() => import('./decide-for-student-dialog.tsx'));
const UploadPromotionLists = lazyWithRetry(() => import('./upload-promotion-lists.tsx'));

const views = [
  { key: 'students', label: 'Students' },
  { key: 'classes', label: 'Coming classes' },
] as const;

/**
 * Promotion student by student: what the rules propose, what is decided, and the classes that result from it (ADR
 * 0082).
 */
export default function PromotionPlanScreen() {
  const plan = useQuery(promotionPlanQuery);
  const hasNoTerm = useHasNoTerm(plan.isError);
  return plan.data ? (
    <Plan plan={plan.data} />
  ) : (
    <>
      <ScreenHead title="Promotion Plan" />
      {hasNoTerm ? <NoTermYet /> : <Loading queries={[plan]} what="the plan" lines={10} />}
    </>
  );
}

function Plan({ plan }: { plan: PromotionPlan }) {
  const place = useAddressState();
  const table = useTableState(planFilterColumns);
  const { decide, isBusy, readAgain } = useSaveDecisions();
  const [selection, setSelection] = useState<RowSelection>(new Set());
  const levels = useMemo(() => [...new Set(plan.classes.map(({ form_level }) => form_level))], [plan.classes]);
  const facts = useQueries({
    queries: levels.map((level) => queryOf(termsContract.listPromotionFacts, { form_level: String(level) })),
    combine: together,
  });
  const rows = useMemo(
    () => buildPlanRows(plan, new Map(facts.list.map((one) => [one.student_id, one]))),
    [plan, facts.list],
  );
  const counts = useMemo(() => countPlanOutcomes(rows), [rows]);
  const [isUploading, setUploading] = useState(false);
  const selected = rows.filter(({ student_id }) => selection.has(student_id));
  const view = place.get('view') === 'classes' ? 'classes' : 'students';
  const opened = rows.find(({ student_id }) => student_id === place.get('student'));
  const open = ({ student_id }: PlanRow) => place.change({ student: student_id });
  const set = (decided: readonly (readonly [PlanRow, string | null])[], remark?: string) =>
    decide(
      plan.academic_year_id,
      decided.map(([{ student_id, class_id, decision }, to]) => ({
        student_id,
        class_id,
        to,
        was: decision?.to ?? null,
      })),
      remark,
    );
  return (
    <>
      <ScreenHead
        title="Promotion Plan"
        subtitle={`Academic year ${academicYearTitle(startYearOf(plan.academic_year_id))}: where each student goes at its end. Nobody is moved before Yes Promote in the Promotion window.`}
        actions={
          <>
            <SpreadsheetButton
              row={termsContract.downloadPromotionPlan}
              input={{}}
              fileName={termWordings.classListsFile(academicYearTitle(startYearOf(plan.academic_year_id) + 1))}
              failed={requestWordings.spreadsheetFailed}
            />
            {plan.closed === null && (
              <Button icon={Upload} onClick={() => setUploading(true)}>
                Upload
              </Button>
            )}
          </>
        }
      />
      <Stack shrinks gap={12}>
        {plan.closed !== null && <Alert tone="info">{plan.closed}</Alert>}
        <Counts counts={counts} />
        <Rules text={rulesText(plan)} />
        {facts.failed.length > 0 && (
          <Alert tone="error">
            The report cards of some forms could not be read.{' '}
            <Button
              onClick={() => {
                for (const one of facts.failed) void one.refetch();
              }}
            >
              Retry
            </Button>
          </Alert>
        )}
        <Tabs
          label="Promotion plan"
          tabs={views}
          chosen={view}
          onChosen={(key) => place.change({ view: key === 'students' ? null : key })}
        >
          {view === 'students' ? (
            <DataTable
              label={schoolScreenWordings.studentsAndWhereTheyGo}
              rows={rows}
              columns={planColumns}
              keyOf={({ student_id }) => student_id}
              state={table.state}
              onChange={table.change}
              onOpen={open}
              {...(plan.closed === null ? { selection, onSelection: setSelection } : {})}
              searchPlaceholder={listWordings.nameIdOrClass}
              nothingFound={listWordings.noStudentFound}
              tools={
                <DecideForSelected
                  label="Set to"
                  button="Set"
                  options={listPlanChoiceOptions(plan.classes)}
                  selected={selected}
                  isBusy={isBusy}
                  isDisabled={plan.closed !== null}
                  onSet={set}
                />
              }
            />
          ) : (
            <ComingYearClasses
              classes={buildComingClasses(plan, rows)}
              chosen={place.get('coming')}
              onChosen={(coming) => place.change({ coming })}
              isClosed={plan.closed !== null}
              table={table}
              isBusy={isBusy}
              onOpen={open}
              onSet={set}
            />
          )}
        </Tabs>
        <RecentActs list={{ of: 'promotion-plan' }} onDone={() => void readAgain()} />
      </Stack>
      <Suspense>
        {isUploading && (
          <UploadPromotionLists
            isBusy={isBusy}
            onDecide={(decisions) => decide(plan.academic_year_id, decisions)}
            onClose={() => setUploading(false)}
          />
        )}
        {opened && (
          <DecideForStudentDialog
            key={opened.student_id}
            row={opened}
            classes={plan.classes}
            closed={plan.closed}
            isBusy={isBusy}
            onDecide={(row, to) => set([[row, to]])}
            onClose={() => place.change({ student: null })}
          />
        )}
      </Suspense>
    </>
  );
}

/** On a phone they would be half of the window. */
function Rules({ text }: { text: string }) {
  const isNarrow = useMedia('(max-width: 640px)');
  if (!isNarrow) return <Muted size={13}>{text}</Muted>;
  return (
    <details className={styles.rules}>
      <summary>How repeats are proposed</summary>
      <Muted size={13}>{text}</Muted>
    </details>
  );
}

/**
 * The facts of all levels that were read, and the failed queries. Outside of the screen, so that it is computed only
 * for new answers.
 */
const together = (answers: UseQueryResult<StudentFacts[]>[]) => ({
  list: answers.flatMap(({ data }) => data ?? []),
  failed: answers.filter(({ isError }) => isError),
});

function Counts({ counts }: { counts: ReturnType<typeof countPlanOutcomes> }) {
  const { moves, repeats, leave, open, decided, toLookAt } = counts;
  const figures = [
    [schoolScreenWordings.toAnotherClass, moves],
    ['Repeat', repeats],
    ['Leave', leave],
    ...(open > 0 ? ([['Decide again', open]] as const) : []),
    ['Decided', decided],
    [schoolScreenWordings.proposedToRepeatNotDecided, toLookAt],
  ] as const;
  return (
    <Row as="dl" align="stretch" wrap gap={8}>
      {figures.map(([name, count]) => (
        <FigureTile key={name} name={name}>
          <dd>{count.toLocaleString('en')}</dd>
        </FigureTile>
      ))}
    </Row>
  );
}

/** The school's rules for proposing repeaters. */
function rulesText({ term, rules }: PromotionPlan): string {
  const { average_below, pass_mark, fewest_passes, attendance_below } = rules;
  const reasons = [
    ...(average_below === null ? [] : [`an average below ${average_below}`]),
    ...(fewest_passes === null ? [] : [`fewer than ${pluralize(fewest_passes, 'subject')} passed with ${pass_mark}`]),
    ...(attendance_below === null ? [] : [`attendance below ${attendance_below} %`]),
  ];
  return reasons.length === 0
    ? 'The school proposes nobody to repeat.'
    : `Proposed to repeat: students who have ${reasons.join(', or ')} in the reports of Term ${term}. Students without a decision follow the rule of their class.`;
}
