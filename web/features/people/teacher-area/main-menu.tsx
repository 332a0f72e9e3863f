import { CalendarCheck, ClipboardCheck, FileText, Gauge, type LucideIcon, NotebookPen, PenLine } from 'lucide-react';
import { sitePaths } from '../../../session/site-paths.ts';
import { NextStepList } from '../../../ui/controls/next-step-list.tsx';
import { Skeleton } from '../../../ui/display/loading.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { LessonsToDo } from './lessons-to-do.tsx';
import { ReminderNotice } from './reminder-notice.tsx';
import styles from './teacher-area.module.css';

export interface TeacherMenuOption {
  label: string;
  /** One sentence about what it is for. */
  text: string;
  /** Relative to the main menu. */
  path: string;
  /** Of a screen of the core; that of an option brings its icon. */
  kind: 'book' | 'marks' | 'reports' | 'completeness' | 'tests' | 'register' | LucideIcon;
}

const icons: Record<Extract<TeacherMenuOption['kind'], string>, LucideIcon> = {
  book: NotebookPen,
  marks: PenLine,
  reports: FileText,
  completeness: Gauge,
  tests: CalendarCheck,
  register: ClipboardCheck,
};

/** Main menu of the teacher area; undefined options are not known yet. */
export function TeacherMainMenu({ options }: { options: readonly TeacherMenuOption[] | undefined }) {
  return (
    <>
      <ScreenHead title="Main menu" />
      <div className={styles.menu}>
        {options ? (
          <NextStepList
            choices={options.map(({ label, text, path, kind }) => ({
              key: path,
              label,
              text,
              icon: typeof kind === 'string' ? icons[kind] : kind,
              to: `${sitePaths.teacherArea}/${path}`,
            }))}
          />
        ) : (
          <Skeleton lines={4} label="Loading the menu" />
        )}
        {/* Asked for at once, and shown with the menu, which would push it down. */}
        <div hidden={options === undefined}>
          <ReminderNotice />
          <LessonsToDo />
        </div>
      </div>
    </>
  );
}
