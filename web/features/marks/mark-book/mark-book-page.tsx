import { Plus, Upload } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { Assessment } from '#shared/marks/mark-book/contract.ts';
import { openOutboxOf } from '../../../outbox/session-outbox.ts';
import { useClosedTermReason } from '../../../pickers/closed-term.tsx';
import type { OpenLesson } from '../../../pickers/teacher-lessons.tsx';
import { useSession } from '../../../session/session.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Loading } from '../../../ui/display/loading.tsx';
import { preloadDialog } from '../../../ui/overlays/dialog.tsx';
import { lazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import { loadWhenIdle } from '../../../ui/screen/idle.ts';
import { SheetPage, SheetTools } from '../../../ui/screen/sheet-page.tsx';
import { EarlierVersionsButton, lessonSubtitle, NextLessonButton, TermSelect } from '../lesson-tools.tsx';
import type { AssessmentDialogProps } from './assessment-dialog.tsx';
import type { BookPageAtMomentProps } from './book-page-at-moment.tsx';
import { PageGrid } from './page-grid.tsx';
import { DownloadPageButton } from './spreadsheets/download-page-button.tsx';
import type { UploadPageWindowsProps } from './spreadsheets/upload-page-windows.tsx';
import { toPageCallFields, useMarkBookPage } from './use-mark-book.ts';

const UploadPageWindows = lazyOverlay<UploadPageWindowsProps>(() => import('./spreadsheets/upload-page-windows.tsx'));

/** Uploads a filled page: choose the file, preview its changes, confirm. */
export function UploadPageButton(props: Pick<UploadPageWindowsProps, 'page' | 'onApplied'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={Upload} onClick={() => setOpen(true)}>
        Upload
      </Button>
      <UploadPageWindows {...props} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

const BookPageAtMoment = lazyOverlay<BookPageAtMomentProps>(() => import('./book-page-at-moment.tsx'));

const loadAssessmentDialog = () => import('./assessment-dialog.tsx');
const AssessmentDialog = lazyOverlay<AssessmentDialogProps>(loadAssessmentDialog);

/** One page of the mark book: the assessments of a lesson in a term, and the marks of its students. */
export function MarkBookPage(props: OpenLesson) {
  const { lesson, year, term, terms, onTerm, onNext, onClose } = props;
  const outbox = openOutboxOf(useSession()?.id ?? '');
  const page = useMemo(() => toPageCallFields(lesson, term), [lesson, term]);
  const { query, reload } = useMarkBookPage(page, outbox);
  const [isEarlierOpen, setEarlierOpen] = useState(false);
  useEffect(() => loadWhenIdle(preloadDialog, loadAssessmentDialog), []);
  const [edited, setEdited] = useState<Assessment | 'new' | null>(null);
  const closed = useClosedTermReason({ year, term });

  const selection = {
    academicYearId: lesson.academic_year_id,
    term,
    subjectId: lesson.subject_id,
    formLevel: lesson.form_level,
    formClassId: lesson.class_id,
    employeeId: lesson.employee_id,
  };
  const filters = <TermSelect terms={terms} term={term} onTerm={onTerm} />;
  const next = <NextLessonButton onNext={onNext} />;
  return (
    <SheetPage title={lesson.lesson} subtitle={lessonSubtitle(props, 'Mark book')} onClose={onClose}>
      {query.data ? (
        <PageGrid
          lesson={lesson}
          page={page}
          loaded={query.data}
          outbox={outbox}
          onEdit={setEdited}
          closed={closed}
          filters={filters}
          actions={
            <>
              <EarlierVersionsButton onOpen={() => setEarlierOpen(true)} />
              {closed === undefined && (
                <>
                  <Button icon={Plus} onClick={() => setEdited('new')}>
                    Add Assessment
                  </Button>
                  <UploadPageButton page={selection} onApplied={() => void reload()} />
                </>
              )}
              <DownloadPageButton page={selection} title={lesson.lesson} />
              {next}
            </>
          }
        />
      ) : (
        <>
          <SheetTools end={next}>{filters}</SheetTools>
          <Loading queries={[query]} what="the mark book" lines={12} />
        </>
      )}
      <AssessmentDialog
        page={page}
        open={edited !== null}
        edited={edited}
        onClose={() => setEdited(null)}
        onChanged={() => void reload()}
      />
      <BookPageAtMoment
        page={page}
        open={isEarlierOpen}
        onClose={() => setEarlierOpen(false)}
        onRestored={() => void reload()}
      />
    </SheetPage>
  );
}
