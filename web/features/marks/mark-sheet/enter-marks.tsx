import { ArrowLeft, School, Users } from 'lucide-react';
import { Suspense } from 'react';
import { markScreenWordings } from '#shared/marks/wordings.ts';
import type { Lesson } from '#shared/people/contract.ts';
import type { PrefetchContext } from '../../../address/screen-address.ts';
import { type SiteAddress, useAddressState } from '../../../address/use-address-state.ts';
import { fetchAhead } from '../../../api/query.ts';
import { openOutboxOf } from '../../../outbox/session-outbox.ts';
import { findLessonOfAddress, TeacherLessons } from '../../../pickers/teacher-lessons.tsx';
import { type Session, useSession } from '../../../session/session.ts';
import { buildScreenAddress, sitePaths } from '../../../session/site-paths.ts';
import { screenTitles } from '../../../session/wordings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { lazyWithRetry } from '../../../ui/display/lazy-with-retry.ts';
import { MarkSheet } from './mark-sheet.tsx';
import { markSheetQuery } from './use-mark-sheet.ts';

// Teachers choose among their lessons alone.
const TeacherList = lazyWithRetry(() => import('../../../pickers/teacher-list.tsx'));
const SelectClass = lazyWithRetry(() => import('./select-class.tsx'));
const ClassMarkSheet = lazyWithRetry(() => import('./class-mark-sheet.tsx'));

/**
 * Enter Marks (product §2): teachers choose among their lessons. Admins and users with spreadsheet access also choose
 * any class and subject, or another teacher's lesson. Each choice is in the address, for reloads, bookmarks and Back.
 */
export default function EnterMarks() {
  const session = useSession();
  const place = useAddressState();
  const isOffice = session?.area === 'admin';
  const title = isOffice ? 'Enter Marks' : screenTitles.enterMarksEndOfTerm;
  const picksAnyone = isOffice || session?.employee.spreadsheet_access === true;
  const classId = place.get('class');
  const teacher = place.get('teacher');
  const choice = place.get('choose') ?? (isOffice ? 'class' : null);

  const go = (next: Record<string, string>) => place.goTo(next);
  const toTeachers = (
    <Button icon={Users} onClick={() => go({ choose: 'teacher' })}>
      Teacher list
    </Button>
  );
  const toClasses = (
    <Button icon={School} onClick={() => go({ choose: 'class' })}>
      Select Class
    </Button>
  );
  const toOwn = !isOffice && (
    <Button icon={ArrowLeft} onClick={() => go({})}>
      {markScreenWordings.backToMyLessons}
    </Button>
  );

  if (picksAnyone && classId !== null) {
    return (
      <Suspense fallback={null}>
        <ClassMarkSheet title={title} classId={classId} />
      </Suspense>
    );
  }
  if (teacher === null && choice === 'class' && picksAnyone) {
    return (
      <Suspense fallback={null}>
        <SelectClass
          title={title}
          actions={
            <>
              {toOwn}
              {toTeachers}
            </>
          }
          onPick={(picked) => go({ class: picked })}
        />
      </Suspense>
    );
  }
  if (teacher === null && choice === 'teacher' && picksAnyone) {
    return (
      <Suspense fallback={null}>
        <TeacherList
          title={title}
          counted="marks"
          actions={
            <>
              {toOwn}
              {toClasses}
            </>
          }
          onSelect={(picked) => go(picked === session?.id ? {} : { teacher: picked })}
        />
      </Suspense>
    );
  }
  return (
    <TeacherLessons
      key={teacher}
      title={title}
      employeeId={teacher ?? session?.id ?? ''}
      ownPlace={{}}
      counted="marks"
      back={
        picksAnyone && (
          <Button icon={ArrowLeft} onClick={() => go({ choose: 'teacher' })}>
            {markScreenWordings.backToTeacherList}
          </Button>
        )
      }
    >
      {(open) => <MarkSheet {...open} book={session && bookAddress(session, open.lesson, open.term)} />}
    </TeacherLessons>
  );
}

export async function prefetch(opening: PrefetchContext): Promise<void> {
  const opened = await findLessonOfAddress(opening);
  if (opened) fetchAhead(opening.client, markSheetQuery({ ...opened, outbox: openOutboxOf(opening.session.id) }));
}

/** SiteAddress of the mark book page of a lesson's course marks; null if the user may not open it. */
function bookAddress(session: Session, lesson: Lesson, term: 1 | 2 | 3): SiteAddress | null {
  const place = { lesson: lesson.id, term: String(term) };
  if (session.area === 'staff')
    return lesson.employee_id === session.id ? buildScreenAddress(sitePaths.markBook, place) : null;
  const canOpen = session.permissions.some(({ menu }) => menu === 'courseMark');
  return canOpen ? buildScreenAddress(sitePaths.courseMark, { ...place, teacher: lesson.employee_id }) : null;
}
