import { CalendarCheck, ChevronRight, FileText, type LucideIcon, NotebookPen, PenLine } from 'lucide-react';
import { Link } from 'react-router-dom';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import styles from './teacher-area.module.css';

export interface TeacherOption {
  label: string;
  /** One sentence about what it is for. */
  text: string;
  /** Relative to the main menu. */
  path: string;
  kind: 'book' | 'marks' | 'reports' | 'tests';
}

const icons: Record<TeacherOption['kind'], LucideIcon> = {
  book: NotebookPen,
  marks: PenLine,
  reports: FileText,
  tests: CalendarCheck,
};

/** Main menu of the teacher area. Options whose screen is not built are not in the list. */
export function MainMenu({ options }: { options: readonly TeacherOption[] }) {
  return (
    <>
      <ScreenHead title="Main menu" />
      <ul className={styles.options}>
        {options.map(({ label, text, path, kind }) => {
          const Icon = icons[kind];
          return (
            <li key={path}>
              <Link to={path} className={styles.option}>
                <Icon size={20} strokeWidth={1.75} aria-hidden />
                <span>
                  <strong>{label}</strong>
                  <span>{text}</span>
                </span>
                <ChevronRight size={18} aria-hidden />
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}
