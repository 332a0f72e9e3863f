import { Columns3, IdCard } from 'lucide-react';
import { Suspense, useMemo, useRef } from 'react';
import { canReadField, type StudentField, studentFieldNames } from '#shared/students/fields.ts';
import type { StudentRow } from '#shared/students/register/list-calls.ts';
import { studentScreenWordings } from '#shared/students/wordings.ts';
import type { PrefetchContext } from '../../address/screen-address.ts';
import { useAddressState } from '../../address/use-address-state.ts';
import { fetchAhead } from '../../api/query.ts';
import { useAdminSession } from '../../session/session.ts';
import { DataTable, ListTotal } from '../../tables/data-table.tsx';
import { filterAddressPrefix, useTableState } from '../../tables/table-state.ts';
import { listWordings } from '../../tables/wordings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { FoldingTools } from '../../ui/controls/folding-tools.tsx';
import { Tabs } from '../../ui/controls/tabs.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { lazyWithRetry } from '../../ui/display/lazy-with-retry.ts';
import { Loading, Skeleton } from '../../ui/display/loading.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import { RecentStudentActs } from './record/acts/recent-student-acts.tsx';
import { computeStudentScreenRights, listStudentRowActions } from './row-actions.ts';
import { StudentWindows } from './student-windows.tsx';
import { createStudentColumns, defaultStudentColumns } from './table/student-columns.tsx';
import { studentsQuery, useStudents } from './table/use-students.ts';
import { fetchValueTextsAhead, useValueTexts } from './table/use-value-texts.ts';
import { ListedStudentsButtons, StudentScreenButtons } from './toolbar.tsx';

const StudentPage = lazyWithRetry(() => import('./page/student-page.tsx'));
const ColumnsDialog = lazyWithRetry(() => import('./columns/columns-dialog.tsx'));

/** Students screen, product §2: the register, or the page of one student, which is for the office only. */
export default function Students() {
  const place = useAddressState();
  const isPta = useAdminSession().kind === 'PTA';
  const studentId = place.get('student');
  if (isPta || studentId === null) return <Register />;
  return (
    <Suspense fallback={<Skeleton lines={10} label="Loading the student" />}>
      <StudentPage key={studentId} studentId={studentId} />
    </Suspense>
  );
}

export function prefetch({ client, session, place }: PrefetchContext): void {
  if (session.area !== 'admin') return;
  const { kind } = session;
  const isPta = kind === 'PTA';
  if (!isPta && place.has('student')) return;
  const columns = place.get('columns')?.split(',') ?? defaultStudentColumns;
  const fields = studentFieldNames.filter(
    (field) => canReadField(field, kind) && (columns.includes(field) || place.has(filterAddressPrefix + field)),
  );
  const view = !isPta && place.get('view') === 'archive' ? 'archived' : 'current';
  fetchAhead(client, studentsQuery(view, fields, kind));
  fetchValueTextsAhead(client);
}

/** Current and archived students. The PTA sees current ones, without the fields for the office only. */
function Register() {
  const place = useAddressState();
  const session = useAdminSession();
  const { kind } = session;
  const isPta = kind === 'PTA';
  const isArchive = !isPta && place.get('view') === 'archive';
  const view = isArchive ? 'archived' : 'current';
  const rights = computeStudentScreenRights(session, { isArchive, place });
  /** In a ref: the place changes with each key of the search, and the columns must stay the same for the search. */
  const latest = useRef(rights);
  latest.current = rights;
  const fields = useMemo(() => studentFieldNames.filter((field) => canReadField(field, kind)), [kind]);
  const { state, change } = useTableState(fields);
  const shown = useMemo(
    () => fields.filter((field) => (state.columns ?? defaultStudentColumns).includes(field)),
    [fields, state.columns],
  );
  /** The rows that match search and filters, in the order of the table, for the buttons of the columns window. */
  const listed = useRef<readonly StudentRow[]>([]);
  const listFields = [...shown, ...fields.filter((field) => field in state.filters)];
  const students = useStudents(view, listFields);
  const { words, queries } = useValueTexts();
  const columns = useMemo(
    () =>
      words
        ? createStudentColumns({
            kind,
            view,
            words,
            actionsOf: (student) => listStudentRowActions(student, latest.current),
          })
        : [],
    [kind, view, words],
  );

  /** Columns that are hidden no longer filter or sort. */
  const show = (chosen: readonly StudentField[] | null) => {
    const isShown = (key: string) => (chosen ?? defaultStudentColumns).some((field) => field === key);
    const filters = Object.fromEntries(Object.entries(state.filters).filter(([key]) => isShown(key)));
    const sort = state.sort && fields.some((field) => field === state.sort?.key && !isShown(field)) ? null : state.sort;
    change({ columns: chosen, filters, sort }, { choose: null });
  };

  const list =
    !students.data || !words ? (
      <Loading queries={[students, ...queries]} what="the students" lines={10} />
    ) : students.data.length === 0 ? (
      <EmptyState icon={IdCard} {...(isArchive ? nobodyArchived : isPta ? nobodyKnown : nobodyThere)} />
    ) : (
      <DataTable
        key={view}
        label={isArchive ? 'Archived students' : 'Current students'}
        rows={students.data}
        columns={columns}
        keyOf={({ id }) => id}
        state={state}
        onChange={change}
        searchPlaceholder="Name, id, class, columns shown"
        {...(isPta ? {} : { onOpen: ({ id }: StudentRow) => place.goTo({ student: id }) })}
        nothingFound={listWordings.noStudentFound}
        tools={(rows) => {
          listed.current = rows;
          return (
            <>
              <ListTotal label="Total Number of Students" total={rows.length} />
              <FoldingTools label="The list" place="inline" more="Tools">
                <Button icon={Columns3} onClick={() => place.change({ choose: 'columns' })}>
                  {studentScreenWordings.selectDataColumns}
                </Button>
                <ListedStudentsButtons rights={rights} rows={rows} columns={shown} />
              </FoldingTools>
            </>
          );
        }}
      />
    );
  return (
    <>
      <ScreenHead title="Students" actions={<StudentScreenButtons rights={rights} />} />
      {isPta ? (
        list
      ) : (
        <Tabs
          label="Students"
          tabs={tabs}
          chosen={isArchive ? 'archive' : 'current'}
          onChosen={(key) => place.change({ view: key === 'archive' ? key : null })}
        >
          {list}
        </Tabs>
      )}
      <Suspense>
        {place.get('choose') === 'columns' && (
          <ColumnsDialog
            fields={fields}
            shown={shown}
            onShow={show}
            actions={(chosen) => <ListedStudentsButtons rights={rights} rows={listed.current} columns={chosen} />}
            onClose={() => place.change({ choose: null }, { replace: true })}
          />
        )}
      </Suspense>
      {/* With the list, which would push it down. */}
      {!isPta && students.data && <RecentStudentActs />}
      {students.data && <StudentWindows rights={rights} students={students.data} />}
    </>
  );
}

const tabs = [
  { key: 'current', label: 'Current' },
  { key: 'archive', label: 'Archive' },
] as const;

const nobodyThere = { title: 'No students', text: 'Students are uploaded from a spreadsheet, or added one by one.' };
const nobodyKnown = { title: 'No students', text: 'The office has not entered any students yet.' };
const nobodyArchived = {
  title: listWordings.theArchiveIsEmpty,
  text: 'Students who leave are archived from the list.',
};
