import { ArrowLeft, FileSpreadsheet, NotebookPen } from 'lucide-react';
import { Suspense } from 'react';
import { markScreenWordings } from '#shared/marks/wordings.ts';
import type { PrefetchContext } from '../../../address/screen-address.ts';
import { useAddressState } from '../../../address/use-address-state.ts';
import { fetchAhead } from '../../../api/query.ts';
import { openOutboxOf } from '../../../outbox/session-outbox.ts';
import { findLessonOfAddress, TeacherLessons } from '../../../pickers/teacher-lessons.tsx';
import { useSession } from '../../../session/session.ts';
import { screenTitles } from '../../../session/wordings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { NextStepList } from '../../../ui/controls/next-step-list.tsx';
import { lazyWithRetry } from '../../../ui/display/lazy-with-retry.ts';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { Text } from '../../../ui/layout/text.tsx';
import { MarkBookPage } from './mark-book-page.tsx';
import { markBookQuery, toPageCallFields } from './use-mark-book.ts';

const TeacherList = lazyWithRetry(() => import('../../../pickers/teacher-list.tsx'));
const MarkBookSpreadsheet = lazyWithRetry(() => import('./spreadsheets/mark-book-spreadsheet.tsx'));

/**
 * The mark book (product §2 "Course Marks"): options for admins and with spreadsheet access, for admins the teacher,
 * then the lesson and its page. Each choice is in the address, for reloads, bookmarks and Back.
 */
export default function MarkBook() {
  const session = useSession();
  const place = useAddressState();
  const isOffice = session?.area === 'admin';
  const title = isOffice ? 'Course Mark' : screenTitles.enterMarksCourseWork;
  const hasOptions = isOffice || session?.employee.spreadsheet_access === true;
  const teacher = place.get('teacher') ?? (isOffice ? null : (session?.id ?? null));

  const go = (next: Record<string, string>) => place.goTo(next);
  const toOptions = hasOptions && (
    <Button icon={ArrowLeft} onClick={() => go({})}>
      Back to options
    </Button>
  );
  if (hasOptions && place.isEmpty) return <MarkBookOptions title={title} onPick={(option) => go({ option })} />;
  if (hasOptions && place.get('option') === 'spreadsheet') {
    return (
      <Suspense fallback={null}>
        <MarkBookSpreadsheet actions={toOptions} />
      </Suspense>
    );
  }
  if (teacher === null) {
    return (
      <Suspense fallback={null}>
        <TeacherList
          title={title}
          counted="course marks"
          actions={toOptions}
          onSelect={(chosen) => go({ teacher: chosen })}
        />
      </Suspense>
    );
  }
  return (
    <TeacherLessons
      key={teacher}
      title={title}
      employeeId={teacher}
      ownPlace={{ option: 'book' }}
      counted="course marks"
      back={
        isOffice ? (
          <Button icon={ArrowLeft} onClick={() => go({ option: 'book' })}>
            {markScreenWordings.backToTeacherList}
          </Button>
        ) : (
          toOptions
        )
      }
    >
      {(open) => <MarkBookPage {...open} />}
    </TeacherLessons>
  );
}

export async function prefetch(opening: PrefetchContext): Promise<void> {
  const opened = await findLessonOfAddress(opening);
  if (!opened) return;
  const page = toPageCallFields(opened.lesson, opened.term);
  fetchAhead(opening.client, markBookQuery(page, openOutboxOf(opening.session.id)));
}

/** Address values of the options. */
type Option = 'book' | 'spreadsheet';

const options: readonly { option: Option; label: string; text: string; icon: typeof NotebookPen }[] = [
  { option: 'book', label: 'Mark Book', text: 'The assessments of one lesson, and their marks.', icon: NotebookPen },
  {
    option: 'spreadsheet',
    label: markScreenWordings.markBookSpreadsheet,
    text: 'All marks of a form level, a class or a subject, in one workbook.',
    icon: FileSpreadsheet,
  },
];

/** 'Select Option' (product §4), for admins and with spreadsheet access. */
function MarkBookOptions({ title, onPick }: { title: string; onPick: (option: Option) => void }) {
  return (
    <>
      <ScreenHead title={title} />
      <section aria-labelledby="select-option">
        <Text id="select-option" as="h2" below={12}>
          Select Option
        </Text>
        <NextStepList
          choices={options.map(({ option, ...shown }) => ({ key: option, ...shown, to: () => onPick(option) }))}
        />
      </section>
    </>
  );
}
